// The exit status of a script that has loaded the test PostgreSQL.
import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

test('Keeps the exit status of a process that has loaded the test PostgreSQL', async () => {
  const script = `await import('./tests/support/embedded-postgres.ts'); process.exitCode = 3;`;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  execFile(process.execPath, ['--input-type=module', '--eval', script], (error) => resolve(error?.code));
  expect(await promise).toBe(3);
});
