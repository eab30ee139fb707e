// What a script of the project says at its end, when a test server was part of it.
import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

test('A process that has the test PostgreSQL loaded ends with the status that it has set', async () => {
  const script = `await import('./tests/support/embedded-postgres.ts'); process.exitCode = 3;`;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  execFile(process.execPath, ['--input-type=module', '--eval', script], (error) => resolve(error?.code));
  expect(await promise).toBe(3);
});
