// Property: no request fails while three nodes are killed and restarted under 200 requests a second behind a retrying
// proxy, and an acknowledged write shows in every later answer of every node.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startCluster, type ClusterNode, type NodeCluster } from '../support/cluster.ts';
import { connect, type Answer, type Connection } from '../support/connection.ts';
import { createApp, writeAndReadEverywhere } from '../support/fresh-everywhere.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { startProxy, type RetryingProxy } from '../support/retrying-proxy.ts';
import { startLoad } from '../support/steady-load.ts';
import { postgresUrl } from '../support/postgres-url.ts';

const count = 3;
let cluster: NodeCluster;
let proxy: RetryingProxy;
let access: string;

const load = () =>
  startLoad({ origin: proxy.origin, access, perSecond: 200, writesPerSecond: 5, staleAfterMs: 100 });

const alive = (): ClusterNode[] =>
  cluster.nodes.filter(({ process }) => process.exitCode === null && process.signalCode === null);

/** Sends one request on a connection of its own. @returns null if there was no answer */
async function once(
  origin: string,
  work: (connection: Connection) => Promise<Answer>,
): Promise<Answer | null> {
  const connection = connect(origin);
  try {
    return await work(connection).catch(() => null);
  } finally {
    connection.close();
  }
}

afterEach(async () => {
  await proxy.stop();
  await cluster.stop();
});

describe.each([
  ['of several machines, with a bucket', false],
  ['of one machine, with one folder', true],
])('Three nodes %s', (_, oneMachine) => {
  beforeEach(async () => {
    cluster = await startCluster({ postgresUrl: await postgresUrl(), count, oneMachine });
    proxy = await startProxy(cluster.nodes.map(({ origin }) => origin));
    const dataDirs = new Set(cluster.nodes.map(({ dataDir }) => dataDir));
    access = await signUpRemotely(cluster.nodes[0]?.origin ?? '', ...dataDirs);
  }, 180_000);

  test('Fails no request while each node is restarted twice under 200 requests a second', async () => {
    const end = await load();
    await sleep(2_000);
    for (let round = 0; round < 2 * count; round += 1) {
      const node = cluster.nodes[round];
      if (!node) throw new Error('No node is left.');
      await node.stop('SIGTERM');
      expect(node.process.exitCode).toBe(0);
      proxy.remove(node.origin);
      proxy.add((await cluster.startNode()).origin);
      await sleep(1_000);
    }
    const tally = await end();
    console.log('rolling restart:', tally, `sent again: ${proxy.retries()}`);
    expect(tally).toMatchObject({ failed: [], stale: 0 });
    expect(tally.requests).toBeGreaterThan(2_000);
  });

  test('Fails no request while a node is killed every few seconds under 200 requests a second', async () => {
    const end = await load();
    for (let round = 0; round < 6; round += 1) {
      await sleep(2_000);
      const node = alive()[round % alive().length];
      if (!node) throw new Error('No node is left.');
      await node.stop('SIGKILL');
      proxy.remove(node.origin);
      proxy.add((await cluster.startNode()).origin);
    }
    const tally = await end();
    console.log('kills:', tally, `sent again: ${proxy.retries()}`);
    expect(tally).toMatchObject({ failed: [], stale: 0 });
    expect(tally.requests).toBeGreaterThan(2_000);
  });

  test('Shows each of 2,000 writes at every node as soon as it is acknowledged', async () => {
    const open = () => cluster.nodes.map(({ origin }) => connect(origin));
    const [writers, readers, watchers] = [open(), open(), open()];
    const [first] = writers;
    if (!first) throw new Error('No node.');
    const appId = await createApp(first, access);
    const began = performance.now();
    const tally = await writeAndReadEverywhere({ writers, readers, watchers }, access, appId, 2_000);
    console.log(tally, `in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    expect(tally).toEqual({ writes: 2_000, reads: 6_000, stale: 0 });
    for (const connection of [...writers, ...readers, ...watchers]) connection.close();
  });

  test('Shows what was acknowledged in every later answer while nodes are killed for a minute', async () => {
    const first = connect(cluster.nodes[0]?.origin ?? '');
    const appId = await createApp(first, access);
    first.close();
    const path = `/api/v1/app/${appId}/`;
    const until = performance.now() + 60_000;
    const seen = { acknowledged: 0, unanswered: 0, reads: 0, stale: 0, kills: 0 };

    async function keepKilling(): Promise<void> {
      while (performance.now() < until) {
        await sleep(1_000);
        const nodes = alive();
        await nodes[Math.floor(Math.random() * nodes.length)]?.stop('SIGKILL');
        seen.kills += 1;
        await cluster.startNode();
      }
    }

    async function keepWriting(): Promise<void> {
      for (let version = 1; performance.now() < until; version += 1) {
        const nodes = alive();
        const writer = nodes[version % nodes.length];
        if (!writer) throw new Error('No node is left.');
        const written = await once(writer.origin, (connection) =>
          connection.send('PATCH', path, { description: `Version ${version}.` }, access),
        );
        if (written?.status !== 200) {
          seen.unanswered += 1;
          continue;
        }
        seen.acknowledged += 1;
        const reads = [...alive(), ...alive()].map(({ origin }) =>
          once(origin, (connection) => connection.send('GET', path)),
        );
        for (const answer of await Promise.all(reads)) {
          if (answer?.status !== 200) continue;
          seen.reads += 1;
          if (!answer.text.includes(`Version ${version}.`)) seen.stale += 1;
        }
      }
    }

    await Promise.all([keepKilling(), keepWriting()]);
    console.log(seen);
    expect(seen.stale).toBe(0);
    expect(seen.acknowledged).toBeGreaterThan(100);
    expect(seen.reads).toBeGreaterThan(400);
    expect(seen.kills).toBeGreaterThan(10);
  });
});
