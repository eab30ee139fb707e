import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../log.ts';
import type { ChangeChannel } from './change-channel.ts';
import { openNodeChannel } from './node-channel.ts';
import { postgresUrl } from '../../../../../tests/support/postgres-url.ts';

const log = createLogger('silent', { sink: { write: () => undefined, flush: () => undefined } });
const name = `nodes_${randomUUID().replaceAll('-', '')}`;
const nodes: ChangeChannel[] = [];
let url: string;
let server: pg.Client;

/** Warnings of the whole file: the driver emits each of them once. */
const warnings: Error[] = [];
process.on('warning', (warning) => void warnings.push(warning));

beforeAll(async () => {
  server = new pg.Client({ connectionString: `${await postgresUrl()}/postgres` });
  await server.connect();
  await server.query(`create database ${name}`);
  url = `${await postgresUrl()}/${name}`;
});
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close();
});
afterAll(async () => {
  await server.query(`drop database ${name} with (force)`);
  await server.end();
});

/** A node with the keys that it was told to drop so far. */
async function join() {
  const dropped: (readonly string[] | null)[] = [];
  const node = await openNodeChannel({ url, log });
  node.onChange((keys) => void dropped.push(keys));
  nodes.push(node);
  const met = nodes.length - 1;
  await expect.poll(() => nodes.every((one) => one.others() >= met)).toBe(true);
  return { node, dropped };
}

async function breakLinks(): Promise<void> {
  await server.query(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and application_name like 'naijabuilt node %'",
    [name],
  );
}

/** Kills a node: its connection ends without a message. */
async function impostor() {
  const client = new pg.Client({ connectionString: url, application_name: 'naijabuilt node deadbeef' });
  await client.connect();
  await client.query('listen naijabuilt_nodes; listen naijabuilt_node_deadbeef');
  await client.query(`notify naijabuilt_nodes, '{"type":"join","from":"deadbeef"}'`);
  return client;
}

test('After a change was sent, every other node has dropped it, and the sender is not told', async () => {
  const [first, second, third] = [await join(), await join(), await join()];
  await first.node.publish(['app:a', 'apps']);
  expect([first.dropped, second.dropped, third.dropped]).toEqual([
    [],
    [['app:a', 'apps']],
    [['app:a', 'apps']],
  ]);
  await third.node.publish(null);
  expect([first.dropped, second.dropped.at(-1), third.dropped.length]).toEqual([[null], null, 1]);
});

test('The sender waits for a node that drops later', async () => {
  const [first, second] = [await join(), await join()];
  const [asked, dropping] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  second.node.onChange(() => {
    asked.resolve(undefined);
    return dropping.promise;
  });
  let told = false;
  const publishing = first.node.publish(['app:a']).then(() => (told = true));
  await asked.promise;
  await server.query('select 1');
  expect(told).toBe(false);
  dropping.resolve(undefined);
  await publishing;
});

test('A change with more keys than one message holds arrives completely', async () => {
  const [first, second] = [await join(), await join()];
  const keys = Array.from({ length: 1_000 }, (_, index) => `app:${randomUUID()}-${index}`);
  await first.node.publish(keys);
  expect(second.dropped.flatMap((some) => some ?? ['everything']).sort()).toEqual([...keys].sort());
  expect(second.dropped.length).toBeGreaterThan(5);
  await first.node.publish([`app:${'ẹ'.repeat(8_000)}`]);
  expect(second.dropped.at(-1)).toBeNull();
});

test('Everything is dropped after a gap, and changes made during it are still sent', async () => {
  const [first, second] = [await join(), await join()];
  await breakLinks();
  await first.node.publish(['app:a']);
  await expect
    .poll(() => [first.dropped.includes(null), second.dropped.includes(null)])
    .toEqual([true, true]);
  await expect.poll(() => [first.node.others(), second.node.others()]).toEqual([1, 1]);
  await second.node.publish(['app:b']);
  expect(first.dropped.at(-1)).toEqual(['app:b']);
});

test('Nobody waits for a node that shut down, and its cached answers are unaffected elsewhere', async () => {
  const [first, second] = [await join(), await join()];
  nodes.pop();
  await second.node.close();
  await expect.poll(() => first.node.others()).toBe(0);
  const began = performance.now();
  await first.node.publish(['app:a']);
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(first.dropped).toEqual([]);
});

test('A node that dies unexpectedly delays no writer, and everything is dropped', async () => {
  const first = await join();
  const dying = await impostor();
  await expect.poll(() => first.node.others()).toBe(1);
  const publishing = first.node.publish(['app:a']);
  await dying.end();
  await publishing;
  expect(first.node.others()).toBe(0);
  expect(first.dropped).toEqual([null]);
});

test('Ignores foreign messages on the same channel', async () => {
  const first = await join();
  await server.query('select 1');
  const stranger = new pg.Client({ connectionString: url });
  await stranger.connect();
  await stranger.query(`notify naijabuilt_nodes, 'hello'; notify naijabuilt_nodes, '{"type":1}'`);
  await stranger.end();
  const second = await join();
  await second.node.publish(['app:a']);
  expect(first.dropped).toEqual([['app:a']]);
});

test('Simultaneous messages of a node use its one connection in turn, as the driver requires', async () => {
  const [first, second] = [await join(), await join()];
  const keys = Array.from({ length: 20 }, (_, index) => `app:${String(index)}`);
  await Promise.all(keys.map((key) => first.node.publish([key])));
  expect(second.dropped).toEqual(keys.map((key) => [key]));
  // Warnings are emitted in a later turn of the event loop.
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});
