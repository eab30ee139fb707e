// One tab at a time. The Web Locks API where the browser has it; it has none on a page that came without https, where a
// lease in local storage takes its place.

const lockName = 'session';
const leaseKey = 'session_lease';
/** A tab that was closed in the middle holds the others up no longer than this. */
const leaseMs = 10_000;
const lookAgainMs = 100;

/** Runs `work` while no other tab of this site runs any. */
export async function exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks = navigator.locks as LockManager | undefined;
  if (locks) return await locks.request(lockName, work);
  const lease = await takeLease();
  try {
    return await work();
  } finally {
    if (localStorage.getItem(leaseKey) === lease) localStorage.removeItem(leaseKey);
  }
}

async function takeLease(): Promise<string> {
  for (;;) {
    const until = Number.parseInt(localStorage.getItem(leaseKey) ?? '0', 10);
    if (!(until > Date.now())) {
      const lease = `${Date.now() + leaseMs}-${Math.random()}`;
      localStorage.setItem(leaseKey, lease);
      // Two tabs can write at the same moment; a little later both see which of them wrote last.
      await pause(lookAgainMs * Math.random());
      if (localStorage.getItem(leaseKey) === lease) return lease;
    }
    await pause(lookAgainMs);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
