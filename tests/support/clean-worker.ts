// Files of tests share a process (vitest.config.ts): each leaves it as it found it.
import { afterAll, vi } from 'vitest';

// A product that is opened makes private what its process writes from then on.
const umask = process.umask(0o022);
process.umask(umask);

afterAll(() => {
  process.umask(umask);
  // In this order: a spy on a fake timer puts the fake one back.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
