/** Why a check has not found a proof, as one sentence. */
export class ProofRefusal extends Error {
  /** Whether it says nothing about the proof, such as a pause between two requests: the check is repeated soon. */
  readonly isPassing: boolean;
  /** Whether the other site cannot be the cause, so that it never counts against a proof. */
  readonly isOurs: boolean;

  constructor(
    sentence: string,
    {
      isPassing = false,
      isOurs = false,
      ...options
    }: ErrorOptions & { isPassing?: boolean; isOurs?: boolean } = {},
  ) {
    super(sentence, options);
    this.name = 'ProofRefusal';
    this.isPassing = isPassing;
    this.isOurs = isOurs;
  }
}
