// A small part of `npm run proof -- update`: another build replaces the build of a running server. The server still has
// files that were not requested yet, and pages that are open in a browser find their scripts on the next server.
import { cpSync, globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepHashedFiles, putInPlace } from '../../scripts/replace-build.ts';
import { copyCheckout, renameScript, scriptsOf } from '../support/other-build.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

let checkout: string;
let server: ServerProcess;
beforeEach(async () => {
  checkout = await copyCheckout();
});
afterEach(async () => {
  await server.stop('SIGKILL');
  await rm(checkout, { recursive: true, force: true });
});

const start = () =>
  startServer({ DATA_DIR: join(checkout, 'data'), SAMPLE_DATA: 'off', RATE_LIMIT: 'off' }, { cwd: checkout });
const text = async (address: string) => (await fetch(server.origin + address)).text();
/** The pages whose addresses are fixed. */
const addresses = globSync('src/pages/**/*.astro', { exclude: ['**/500.astro', '**/*[[]*'] }).map((file) =>
  file.replace('src/pages', '').replace(/(?:\/index)?\.astro$/, ''),
);

async function statuses(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const address of addresses)
    found[address] = (await fetch(`${server.origin}${address || '/'}`, { redirect: 'manual' })).status;
  return found;
}

/** Installs a build in which one script, and every page that names it, has changed. */
function update(script: string): string {
  const [dist, next] = [join(checkout, 'dist'), join(checkout, 'dist.next')];
  cpSync(dist, next, { recursive: true });
  const renamed = renameScript(next, script);
  keepHashedFiles(dist, next);
  putInPlace(next, dist);
  return renamed;
}

test('A server survives the replacement of its build, and the next one has the scripts of open pages', async () => {
  server = await start();
  const old = scriptsOf(await text('/about'));
  const [script = ''] = old;
  const renamed = update(script);

  const before = await statuses();
  expect(addresses.length).toBeGreaterThan(20);
  expect(Object.entries(before).filter(([, status]) => status >= 500)).toEqual([]);
  expect(scriptsOf(await text('/terms'))).toContain(script);

  await server.stop();
  server = await start();
  expect(await statuses()).toEqual(before);
  const fresh = scriptsOf(await text('/about'));
  expect(fresh).toContain(renamed);
  expect(fresh).not.toContain(script);
  for (const name of [...old, ...fresh]) {
    const answer = await fetch(`${server.origin}/_astro/${name}`);
    expect([name, answer.status, answer.headers.get('cache-control')]).toEqual([
      name,
      200,
      'public, max-age=31536000, immutable',
    ]);
  }
}, 120_000);
