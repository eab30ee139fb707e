import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { prepareDirectory } from './data-directory.ts';
import { createLogger } from '../log.ts';

// The error of a read-only mount.
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  chmodSync: () => {
    throw Object.assign(new Error('EROFS: read-only file system, chmod'), { code: 'EROFS' });
  },
}));

test('A mount without file modes keeps no server from starting, and the readable secret is logged', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'naijabuilt-mount-'));
  writeFileSync(join(dataDir, 'auth-secret'), 'x', { mode: 0o644 });
  let lines = '';
  const log = createLogger('warn', {
    sink: { write: (bytes) => void (lines += bytes), flush: () => undefined },
  });
  prepareDirectory({ dataDir }, log);
  log.flush();
  expect(lines).toContain('auth-secret');
  expect(lines).toContain('EROFS');
});
