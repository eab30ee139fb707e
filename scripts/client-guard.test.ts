import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { clientGuard } from './client-guard.ts';

async function built(code: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const entry = join(folder, 'island.js');
  await writeFile(entry, code);
  return await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [clientGuard],
    build: { write: false, rolldownOptions: { input: entry } },
  });
}

test.each([
  "import { readFileSync } from 'node:fs'; readFileSync('x');",
  "const { hash } = await import('node:crypto'); hash();",
  "import { readFileSync } from 'fs'; readFileSync('x');",
  "import { Kysely } from 'kysely'; new Kysely();",
  "import pg from 'pg'; new pg.Client();",
  `import { systemClock } from '${resolve('src/lib/server/platform/clock.ts')}'; systemClock();`,
])('Refuses to build %s for the browser', async (code) => {
  await expect(built(code)).rejects.toThrow('Server code would ship to the browser');
});

test('Builds code that only resembles server code', async () => {
  await expect(built("document.title = 'node:fs, sharp, pg and kysely';")).resolves.toBeDefined();
});

test('Leaves the bundle of the server alone', () => {
  expect(clientGuard.applyToEnvironment({ config: { consumer: 'client' } })).toBe(true);
  expect(clientGuard.applyToEnvironment({ config: { consumer: 'server' } })).toBe(false);
});
