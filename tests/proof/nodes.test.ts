// Three nodes behind a retrying proxy: killed and restarted under 200 requests a second, no request fails, and no
// answer shows what was out of date for more than 100 ms.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { startCluster, type NodeCluster } from '../support/cluster.ts';
import { createApp, writeAndReadEverywhere } from '../support/fresh-everywhere.ts';
import { connect } from '../support/process-group.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { startProxy, type RetryingProxy } from '../support/retrying-proxy.ts';
import { startLoad } from '../support/steady-load.ts';

const count = 3;
let cluster: NodeCluster;
let proxy: RetryingProxy;
let access: string;

const load = () =>
  startLoad({ origin: proxy.origin, access, perSecond: 200, writesPerSecond: 5, staleAfterMs: 100 });

async function start(env: Record<string, string>): Promise<void> {
  cluster = await startCluster({ postgresUrl: inject('postgresUrl'), count, env });
  proxy = await startProxy(cluster.nodes.map(({ origin }) => origin));
  access = await signUpRemotely(cluster.nodes[0]?.origin ?? '', ...cluster.nodes.map((node) => node.dataDir));
}

afterEach(async () => {
  await proxy.stop();
  await cluster.stop();
});

describe.each([
  ['one process a node', {}],
  ['two processes a node', { WORKERS: '2' }],
])('three nodes, %s', (_, env) => {
  beforeEach(() => start(env), 180_000);

  test('each restarted twice under 200 requests a second', async () => {
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

  test('one killed every few seconds under 200 requests a second', async () => {
    const end = await load();
    for (let round = 0; round < 6; round += 1) {
      await sleep(2_000);
      const alive = cluster.nodes.filter(
        (node) => node.process.exitCode === null && !node.process.signalCode,
      );
      const node = alive[round % alive.length];
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

  test('2,000 writes, each read in all nodes as soon as it is acknowledged, none stale', async () => {
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
});
