/** Resolves when the dependency answers; rejects otherwise. */
export type ReadinessCheck = () => Promise<void>;

export interface Readiness {
  ready: boolean;
  /** One sentence; absent when ready. Names the failed checks without their errors, which may name hosts and users. */
  reason?: string;
  errors: Record<string, unknown>;
}

interface ReadinessOptions {
  timeoutMs: number;
  /** How long an answer is kept, in milliseconds. */
  keepMs: number;
  onFailure(errors: Readiness['errors']): void;
}

/**
 * Requests during the checks, or a moment later, share their result: some checks write, ask a store that charges for
 * each request, or wait in the common queue, and a stranger may ask a thousand times a second.
 */
export function createReadiness(
  checks: Record<string, ReadinessCheck>,
  { timeoutMs, keepMs, onFailure }: ReadinessOptions,
): () => Promise<Readiness> {
  let found: Promise<Readiness> | null = null;
  let endedAt = Infinity;
  return () => {
    if (found && performance.now() - endedAt < keepMs) return found;
    endedAt = Infinity;
    found = checkReadiness(checks, timeoutMs).then((result) => {
      endedAt = performance.now();
      if (!result.ready) onFailure(result.errors);
      return result;
    });
    return found;
  };
}

/** Runs all checks at once. One that takes longer than `timeoutMs` has failed. */
async function checkReadiness(checks: Record<string, ReadinessCheck>, timeoutMs: number): Promise<Readiness> {
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
