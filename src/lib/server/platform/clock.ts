/** Milliseconds since 1970. Passed in, so that a test can set the time. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
