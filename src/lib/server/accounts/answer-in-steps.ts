// Threat: how long an answer takes tells whether an address has an account. So answers that depend on that leave at a
// multiple of a step after the request came, which the work itself stays well below, whatever it found.

/** Resolves (or rejects) as `work` does, at the next whole multiple of `stepMs` since the call. */
export async function answerInSteps<Result>(stepMs: number, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const spent = performance.now() - began;
    const rest = Math.ceil(spent / stepMs) * stepMs - spent;
    await new Promise((resolve) => setTimeout(resolve, rest));
  }
}
