/** A move that cannot go on; the message is one sentence for the operator. */
export class MoveError extends Error {}
