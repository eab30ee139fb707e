// A real build under a server that runs: what the server has not been asked for yet it still has, and pages that are
// open in a browser find their scripts on the server that comes after it.
import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type ServerProcess } from '../support/server-process.ts';

/** What a build reads, and what it has left. */
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

const news = 'Said since the update.';

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

/** An address of every page there is, but that of a fault; those of a listing or a person find none. */
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
/** The files with hashed names that the build made itself; those that it kept of the one before go with the next. */
const hashed = () => readFileSync(join(checkout, 'dist/.hashed-files'), 'utf8').split('\n');
const scriptsOf = (page: string) =>
  [...page.matchAll(/\/_astro\/([^"]+\.js)/g)].map(([, name]) => name ?? '');

/** Another look of every page, and another script of theirs. */
function change(): void {
  const layout = join(checkout, 'src/layouts/Base.astro');
  const markup = readFileSync(layout, 'utf8');
  expect(markup).toContain('<NavBar />');
  writeFileSync(layout, markup.replace('<NavBar />', `<NavBar /><p>${news}</p>`));
  appendFileSync(
    join(checkout, 'src/lib/client/page/enhance.ts'),
    "\ndocument.documentElement.dataset['since'] = 'update';\n",
  );
}

test('a server goes on through a build, and the next one has what open pages ask for', async () => {
  server = await start();
  const openPages = hashed().filter((name) => name.endsWith('.js'));
  change();
  // Told that tests run, Astro's build would start the services of `npm run dev`.
  const env = { ...process.env, NODE_ENV: undefined, VITEST: undefined };
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: checkout, env });

  const told = await statuses();
  expect(Object.keys(told).length).toBeGreaterThan(50);
  expect(Object.entries(told).filter(([, status]) => status >= 500)).toEqual([]);
  const old = await text('/about');
  expect(old).not.toContain(news);

  await server.stop();
  server = await start();
  expect(await statuses()).toEqual(told);
  const fresh = await text('/about');
  expect(fresh).toContain(news);
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
