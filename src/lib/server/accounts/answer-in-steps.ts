// Threat: how long an answer takes tells whether an address has an account. So answers that depend on that leave at a
// multiple of a step after the request came, which the work itself stays well below, whatever it found.

/** Resolves (or rejects) as `work` does, at the next whole multiple of `stepMs` since the call. */
export async function answerInSteps<Result>(stepMs: number, work: () => Promise<Result>): Promise<Result> {
  const state = { isDone: false };
  // Begun before the work. A timer that is set when the work is done fires at a moment that depends, by a part of a
  // millisecond, on how long it took, and over hundreds of answers that can be seen.
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
