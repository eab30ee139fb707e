// The proxy of deploy/ in front of three nodes on one machine: nodes are restarted and killed under load, and no
// request fails that the proxy may retry. Needs Caddy (`apt-get install caddy`).
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { caddyRetriesBodies, hasCaddy, startCaddy, type Caddy } from '../support/caddy.ts';
import { startCluster, type ClusterNode, type NodeCluster } from '../support/cluster.ts';
import { startNameServer } from '../support/name-server.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { freePort } from '../support/server-process.ts';
import { startLoad } from '../support/steady-load.ts';
import { postgresUrl } from '../support/postgres-url.ts';

// Like the containers of one service, the nodes have different addresses and the same port.
const hosts = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
const configurations = ['deploy/Caddyfile', 'deploy/Caddyfile.compose'];

let cluster: NodeCluster;
let caddy: Caddy;
let running: Map<string, ClusterNode>;
let env: (host: string) => Record<string, string>;

/** Functions that end what a test has started so far. */
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function startAll(file: string): Promise<string> {
  const port = await freePort();
  env = (host) => ({ HOST: host, PORT: String(port), DRAIN_SECONDS: '5' });
  cluster = await startCluster({ postgresUrl: await postgresUrl(), count: 0, oneMachine: true });
  stops.push(() => cluster.stop());
  running = new Map();
  for (const host of hosts) running.set(host, await cluster.startNode(env(host)));
  const names = await startNameServer(() => [...running.keys()]);
  stops.push(() => names.stop());
  caddy = await startCaddy(
    file.endsWith('.compose')
      ? {
          file,
          replaced: [
            // Older versions of Caddy query a resolver by TCP if no protocol is named.
            [
              'dynamic a node 4321 {',
              `dynamic a node ${port} {\n\t\t\tresolvers udp/127.0.0.1:${names.port}`,
            ],
          ],
        }
      : { file, env: { NODES: hosts.map((host) => `${host}:${port}`).join(' ') } },
  );
  stops.push(() => caddy.stop());
  const [first] = running.values();
  return await signUpRemotely(caddy.origin, first?.dataDir ?? '');
}

/** Docker's name server lists a container from its start to its end. */
async function restart(host: string, signal: NodeJS.Signals): Promise<ClusterNode> {
  const node = running.get(host);
  if (!node) throw new Error(`No node at ${host}.`);
  await node.stop(signal);
  running.delete(host);
  await sleep(500);
  running.set(host, node);
  running.set(host, await cluster.startNode(env(host)));
  return node;
}

/** Caddy asks nodes that it finds by name only when it needs them, so it meets ports that were closed. */
const isFaultOfOldCaddy = (file: string, failure: string): boolean =>
  !caddyRetriesBodies && file.endsWith('.compose') && failure.startsWith('PATCH: 502');

describe.runIf(hasCaddy).each(configurations)('%s', (file) => {
  test('Fails no request while each node is restarted', async () => {
    const access = await startAll(file);
    const end = await startLoad({
      origin: caddy.origin,
      access,
      perSecond: 100,
      writesPerSecond: 5,
      staleAfterMs: 100,
    });
    for (const host of hosts) {
      await sleep(1_500);
      expect((await restart(host, 'SIGTERM')).process.exitCode).toBe(0);
    }
    await sleep(1_500);
    const tally = await end();
    console.log('restarts:', tally);
    expect(tally.stale).toBe(0);
    expect(tally.failed.filter((one) => !isFaultOfOldCaddy(file, one))).toEqual([]);
    expect(tally.requests).toBeGreaterThan(1_000);
  });

  test('Fails no read while nodes are killed', async () => {
    const access = await startAll(file);
    const end = await startLoad({
      origin: caddy.origin,
      access,
      perSecond: 100,
      writesPerSecond: 5,
      staleAfterMs: 100,
    });
    for (const host of [...hosts, ...hosts]) {
      await sleep(2_500);
      await restart(host, 'SIGKILL');
    }
    const tally = await end();
    console.log('kills:', tally);
    expect(tally.stale).toBe(0);
    expect(tally.failed.filter((one) => one.startsWith('GET'))).toEqual([]);
    // The proxy does not repeat a write that a killed node was working on.
    expect(tally.failed.filter((one) => !isFaultOfOldCaddy(file, one)).length).toBeLessThanOrEqual(6);
    expect(tally.requests).toBeGreaterThan(1_000);
  });
});
