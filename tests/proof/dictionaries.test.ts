// Two nodes of two builds, readers with the dictionary of either, of none and of another, and a writer beside them.
import { hash } from 'node:crypto';
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startCluster } from '../support/cluster.ts';
import { connect } from '../support/connection.ts';
import { decode } from '../support/decode-body.ts';
import { createApp } from '../support/fresh-everywhere.ts';
import { copyCheckout } from '../support/other-build.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { fetchRaw } from '../../src/lib/server/edge/gateway/testing.ts';
import { scaled } from '../support/scale.ts';
import { postgresUrl } from '../support/postgres-url.ts';

const fetches = scaled(10_000);
const readers = 8;
/** Robots' views are not counted, so that a page changes with writes only. */
const robot = { 'user-agent': 'Googlebot/2.1' };
const accepted = ['gzip, deflate, br, zstd, dcb, dcz', 'dcz', 'dcb, gzip', 'br', 'gzip', 'identity'];

interface Seen {
  path: string;
  version: string;
  digest: string;
}

/** Gives a build another dictionary, as a change of its pages would. @returns the bytes of both */
function changeDictionary(dist: string): { before: Buffer; after: Buffer } {
  const path = readFileSync(join(dist, 'dictionary-path'), 'utf8');
  const file = join(dist, 'client', path);
  const before = readFileSync(file);
  const after = Buffer.concat([before.subarray(before.length / 2), before.subarray(0, before.length / 2)]);
  const renamed = path.replace(/[\w-]{8}\.txt$/, `${hash('sha256', after, 'base64url').slice(0, 8)}.txt`);
  for (const one of globSync(`${file}.*`)) rmSync(one);
  writeFileSync(file, after);
  renameSync(file, join(dist, 'client', renamed));
  writeFileSync(join(dist, 'dictionary-path'), renamed);
  return { before, after };
}

const versionIn = (body: Buffer): string => /Version (\d+)\./.exec(body.toString())?.[1] ?? 'none';

test('Sends no wrong byte from nodes of two builds, in any coding, beside writes', async () => {
  const copy = await copyCheckout();
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  const { before, after } = changeDictionary(join(copy, 'dist'));
  const cluster = await startCluster({ postgresUrl: await postgresUrl(), count: 0, oneMachine: true });
  onTestFinished(() => cluster.stop());
  const nodes = [await cluster.startNode(), await cluster.startNode({}, { cwd: copy })];
  const [first] = nodes;
  if (!first) throw new Error('No node.');
  const access = await signUpRemotely(first.origin, first.dataDir);
  const writer = connect(first.origin);
  onTestFinished(() => writer.close());
  const id = await createApp(writer, access);
  const paths = ['/', '/app/fresh', '/search?q=fresh', '/apps'];
  const get = (origin: string, path: string, headers: Record<string, string>, method = 'GET') =>
    fetchRaw(Number(new URL(origin).port), path, { ...robot, ...headers }, method);

  const expected = new Map<string, string>();
  async function note(): Promise<void> {
    for (const path of paths) {
      const { body } = await get(first?.origin ?? '', path, {});
      expected.set(`${path} ${versionIn(body)}`, hash('sha256', body));
    }
  }
  await note();

  const dictionaries = [before, after].map((bytes) => ({
    bytes,
    field: `:${hash('sha256', bytes, 'base64')}:`,
  }));
  const foreign = { bytes: Buffer.alloc(0), field: `:${hash('sha256', 'foreign', 'base64')}:` };
  const cut = { bytes: Buffer.alloc(0), field: dictionaries[0]?.field.slice(0, 30) ?? '' };
  const offers = [...dictionaries, ...dictionaries, foreign, cut, null];
  const seen: Seen[] = [];
  const byCoding: Record<string, number> = {};
  let begun = 0;
  let failed = 0;
  async function readOn(): Promise<void> {
    while (begun < fetches) {
      const turn = begun++;
      // Numbers without a common divisor, so that all combinations come in turn.
      const path = paths[turn % paths.length] ?? '/';
      const node = nodes[Math.floor(turn / 4) % nodes.length] ?? first;
      const offer = offers[Math.floor(turn / 8) % offers.length] ?? null;
      const coding = accepted[Math.floor(turn / 56) % accepted.length] ?? '';
      const answer = await get(node?.origin ?? '', path, {
        'accept-encoding': coding,
        ...(offer && { 'available-dictionary': offer.field }),
      });
      if (answer.status !== 200) failed += 1;
      const sent = answer.headers['content-encoding'] ?? 'identity';
      byCoding[sent] = (byCoding[sent] ?? 0) + 1;
      const body = decode(answer.body, sent, offer?.bytes ?? Buffer.alloc(0));
      seen.push({ path, version: versionIn(body), digest: hash('sha256', body) });
    }
  }
  let writes = 0;
  async function writeOn(): Promise<void> {
    while (begun < fetches) {
      writes += 1;
      const { status, text } = await writer.send(
        'PATCH',
        `/api/v1/app/${id}/`,
        { description: `Version ${String(writes)}.` },
        access,
      );
      if (status !== 200) throw new Error(`The write was answered ${String(status)}: ${text}`);
      await note();
      // Pages settle between writes, so that kept bodies are sent as well.
      const until = begun + 200;
      while (begun < Math.min(until, fetches)) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  await Promise.all([writeOn(), ...Array.from({ length: readers }, readOn)]);

  const wrong = seen.filter(({ path, version, digest }) => expected.get(`${path} ${version}`) !== digest);
  console.log(
    `${String(seen.length)} fetches (${Object.entries(byCoding)
      .map(([coding, count]) => `${coding} ${String(count)}`)
      .join(', ')}) beside ${String(writes)} writes: ${String(wrong.length)} wrong, ${String(failed)} failed`,
  );
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(failed).toBe(0);
  for (const coding of ['dcb', 'dcz', 'br', 'gzip', 'identity']) expect(byCoding[coding]).toBeGreaterThan(0);
});
