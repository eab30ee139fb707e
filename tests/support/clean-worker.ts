// Test files share a process (vitest.config.ts), so each restores its state.
import { afterAll, vi } from 'vitest';

// Opening a product changes the umask of the process.
const umask = process.umask(0o022);
process.umask(umask);

afterAll(() => {
  process.umask(umask);
  // In this order, because a spy on a fake timer restores the fake timer.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
