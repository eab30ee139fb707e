// Property: a real build beside a running server disturbs neither. The server still has the files it has not been
// asked for yet, and pages that are open in a browser find their scripts on the next server.
import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type ServerProcess } from '../support/server-process.ts';

/** The inputs of a build, and its output. */
const parts = [
  'astro.config.mjs',
  'dist',
  'package-lock.json',
  'package.json',
  'public',
  'scripts',
  'src',
  'tsconfig.json',
];

const newText = 'Text of the new version.';

let checkout: string;
let server: ServerProcess;
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'naijabuilt-update-'));
  for (const part of parts) cpSync(part, join(checkout, part), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(checkout, 'node_modules'));
});
afterEach(async () => {
  await server.stop('SIGKILL');
  await rm(checkout, { recursive: true, force: true });
});

const start = () =>
  startServer({ DATA_DIR: join(checkout, 'data'), SAMPLE_DATA: 'off', RATE_LIMIT: 'off' }, { cwd: checkout });

/** One address of every page except the error page; the ids in them do not exist. */
const addresses = globSync('src/pages/**/*.{astro,ts}', { exclude: ['**/500.astro', '**/*.test.ts'] }).map(
  (file) =>
    file
      .replace('src/pages', '')
      .replace(/\.(?:astro|ts)$/, '')
      .replace(/\/index$/, '/')
      .replaceAll(/\[[^\]]+\]/g, 'none'),
);

async function statuses(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const address of addresses)
    found[address] = (await fetch(server.origin + address, { redirect: 'manual' })).status;
  return found;
}

const text = async (address: string) => (await fetch(server.origin + address)).text();
/**
 * The hashed files of the latest build alone; those that it kept from the build before are removed by the next build.
 */
const hashed = () => readFileSync(join(checkout, 'dist/.hashed-files'), 'utf8').split('\n');
const scriptsOf = (page: string) =>
  [...page.matchAll(/\/_astro\/([^"]+\.js)/g)].map(([, name]) => name ?? '');

/** Changes the markup and a script of every page. */
function change(): void {
  const layout = join(checkout, 'src/layouts/Base.astro');
  const markup = readFileSync(layout, 'utf8');
  expect(markup).toContain('<NavBar />');
  writeFileSync(layout, markup.replace('<NavBar />', `<NavBar /><p>${newText}</p>`));
  appendFileSync(
    join(checkout, 'src/lib/client/page/enhance.ts'),
    "\ndocument.documentElement.dataset['since'] = 'update';\n",
  );
}

test('A server survives a build beside it, and the next server has the scripts of open pages', async () => {
  server = await start();
  const openPages = hashed().filter((name) => name.endsWith('.js'));
  change();
  // Astro's build would start the services of `npm run dev` if it saw the variables of a test run.
  const env = { ...process.env, NODE_ENV: undefined, VITEST: undefined };
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: checkout, env });

  const before = await statuses();
  expect(Object.keys(before).length).toBeGreaterThan(50);
  expect(Object.entries(before).filter(([, status]) => status >= 500)).toEqual([]);
  const old = await text('/about');
  expect(old).not.toContain(newText);

  await server.stop();
  server = await start();
  expect(await statuses()).toEqual(before);
  const fresh = await text('/about');
  expect(fresh).toContain(newText);
  expect(scriptsOf(fresh)).not.toEqual(scriptsOf(old));
  for (const name of [...openPages, ...scriptsOf(fresh)]) {
    const answer = await fetch(`${server.origin}/_astro/${name}`);
    expect([name, answer.status, answer.headers.get('cache-control')]).toEqual([
      name,
      200,
      'public, max-age=31536000, immutable',
    ]);
  }
}, 180_000);
