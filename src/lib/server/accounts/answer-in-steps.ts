// Threat: the time of an answer reveals whether an address has an account. So such answers leave at a multiple of a
// step after the request came; the work itself takes less than a step in either case.

export type AnswerInSteps = typeof answerInSteps;

/** Resolves (or rejects) as `work` does, at the next whole multiple of `stepMs` since the call. */
export async function answerInSteps<Result>(stepMs: number, work: () => Promise<Result>): Promise<Result> {
  const state = { isDone: false };
  // The timer starts before the work. Started afterwards, its firing would depend by a fraction of a millisecond on how
  // long the work took, which hundreds of answers reveal.
  const steps = (async () => {
    do await new Promise((resolve) => setTimeout(resolve, stepMs));
    while (!state.isDone);
  })();
  try {
    return await work();
  } finally {
    state.isDone = true;
    await steps;
  }
}
