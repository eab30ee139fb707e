// Test files share a process (vitest.config.ts), so each restores its state.
import { chmodSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, vi } from 'vitest';

// Each worker has its own temporary folder: a sweep removes old upload folders, and a test that moves its clock forward
// would remove those that tests of another worker are using.
const folder = `worker-${String(process.pid)}`;
if (basename(tmpdir()) !== folder) {
  const path = join(tmpdir(), folder);
  mkdirSync(path, { recursive: true });
  // Same mode as /tmp, because PostgreSQL and some tests run as another user.
  chmodSync(path, 0o1777);
  process.env['TMPDIR'] = path;
}

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
