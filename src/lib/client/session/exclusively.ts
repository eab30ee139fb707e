// Lets one tab work at a time, with the Web Locks API. Browsers have that on https only; without it a lease in local
// storage replaces it.

const lockName = 'session';
const leaseKey = 'session_lease';
/** Longest time for which a tab that was closed in its work blocks the others. */
const leaseMs = 10_000;
const retryMs = 100;

/** Runs `work` while no other tab of this site does. */
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
      // Two tabs can write at the same moment. After a pause both see which one wrote last.
      await pause(retryMs * Math.random());
      if (localStorage.getItem(leaseKey) === lease) return lease;
    }
    await pause(retryMs);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
