// Nodes of two builds beside each other, as during an update: a page of either finds its scripts at both.
import { globSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startCluster } from '../support/cluster.ts';
import { copyCheckout, renameScript, scriptsOf } from '../support/other-build.ts';
import { postgresUrl } from '../support/postgres-url.ts';

/** A checkout of each build, and the name of the script that differs. */
let builds: { checkout: string; script: string }[];
let copy: string;

beforeAll(async () => {
  copy = await copyCheckout();
  // The folder may still hold scripts of earlier builds.
  const manifest = readFileSync('dist/server/entry.mjs', 'utf8');
  const script = globSync('dist/client/_astro/renderer.*.js')
    .map((file) => basename(file))
    .find((name) => manifest.includes(name));
  if (script === undefined) throw new Error('The build names no script of the renderer.');
  builds = [
    { checkout: process.cwd(), script },
    { checkout: copy, script: renameScript(join(copy, 'dist'), script) },
  ];
});
afterAll(() => rm(copy, { recursive: true, force: true }));

describe.each([
  ['one machine', true],
  ['several machines, with a bucket', false],
])('On %s', (_place, oneMachine) => {
  test('Sends the scripts of both builds from the nodes of both', async () => {
    const cluster = await startCluster({ postgresUrl: await postgresUrl(), count: 0, oneMachine });
    onTestFinished(() => cluster.stop());
    const [before, after] = builds;
    if (!before || !after) throw new Error('No two builds.');
    const old = await cluster.startNode({}, { cwd: before.checkout });
    const page = async ({ origin }: { origin: string }) => (await fetch(`${origin}/login`)).text();
    const oldScripts = scriptsOf(await page(old));
    // A name that nobody has yet: the old node has just looked for it when the new one starts.
    expect((await fetch(`${old.origin}/_astro/${after.script}`)).status).toBe(404);

    const next = await cluster.startNode({}, { cwd: after.checkout });
    const newScripts = scriptsOf(await page(next));
    expect(oldScripts).toContain(before.script);
    expect(newScripts).toContain(after.script);
    expect(newScripts).not.toContain(before.script);
    for (const name of new Set([...oldScripts, ...newScripts])) {
      const [one, other] = await Promise.all(
        [old, next].map(async ({ origin }) => {
          const answer = await fetch(`${origin}/_astro/${name}`);
          const { date, connection, ...headers } = Object.fromEntries(answer.headers);
          expect([date, connection]).not.toContain(undefined);
          return { status: answer.status, headers, text: await answer.text() };
        }),
      );
      expect([name, one?.status, one?.headers['cache-control']]).toEqual([
        name,
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(other).toEqual(one);
    }
  });
});
