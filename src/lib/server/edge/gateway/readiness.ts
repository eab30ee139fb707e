/** Resolves when the dependency answers; rejects otherwise. */
export type ReadinessCheck = () => Promise<void>;

export interface Readiness {
  ready: boolean;
  /** One sentence; absent when ready. Names the failed checks without their errors, which may name hosts and users. */
  reason?: string;
  errors: Record<string, unknown>;
}

/** Runs all checks at once. One that takes longer than `timeoutMs` has failed. */
export async function checkReadiness(
  checks: Record<string, ReadinessCheck>,
  timeoutMs: number,
): Promise<Readiness> {
  const errors: Record<string, unknown> = {};
  await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await withTimeout(check(), timeoutMs);
      } catch (error) {
        errors[name] = error;
      }
    }),
  );
  const failed = Object.keys(errors).sort();
  return failed.length === 0
    ? { ready: true, errors }
    : { ready: false, reason: `No answer from: ${failed.join(', ')}.`, errors };
}

async function withTimeout(work: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs);
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
