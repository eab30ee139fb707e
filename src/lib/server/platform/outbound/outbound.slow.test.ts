import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  watchConnections,
  type ConnectionAttempts,
} from '../../../../../tests/support/connection-attempts.ts';
import {
  hostileAddresses,
  hostileSites,
  privateAnswers,
} from '../../../../../tests/support/hostile-sites.ts';
import {
  startOutsideWorld,
  worldAddress,
  type OutsideWorld,
} from '../../../../../tests/support/outside-world.ts';
import {
  createTestProduct,
  bothEngines,
  type TestProduct,
} from '../../../../../tests/support/test-product.ts';
import { createOutbound, outboundBytes, OutboundRefusal, type Outbound } from './outbound.ts';

let world: OutsideWorld;
let product: TestProduct;
let attempts: ConnectionAttempts;
let outbound: Outbound;
/** Listens where a private address leads. */
let trap: Server;
let trapped = 0;

const text = { maxBytes: outboundBytes.text };

beforeAll(async () => {
  world = await startOutsideWorld();
  product = await createTestProduct('sqlite', { env: world.env });
  trap = createServer((socket) => {
    trapped += 1;
    socket.destroy();
  });
  trap.listen(world.settings.port, '127.0.0.1');
  await once(trap, 'listening');
  attempts = watchConnections();
  outbound = product.outbound;
});
afterAll(async () => {
  attempts.stop();
  trap.close();
  await product.dispose();
  await world.stop();
});

async function refusalOf(work: Promise<unknown>): Promise<OutboundRefusal> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof OutboundRefusal) return error;
  throw new Error('It was not refused.', { cause: error });
}

const isSentence = /^[A-Z\d][^\n]+\.$/i;

/** Connections that nothing may begin. */
const forbidden = (): string[] =>
  attempts.all.filter((address) => address !== `${worldAddress}:${String(world.settings.port)}`);

describe('Requests to other sites', () => {
  test.each(hostileAddresses)('Refuses %s: %s', async (address, reason) => {
    const before = attempts.all.length;
    const refusal = await refusalOf(outbound.get(address, text));
    expect(refusal.reason).toBe(reason);
    expect(refusal.message).toMatch(isSentence);
    expect(attempts.all.length).toBe(before);
  });

  test.each(privateAnswers.map((addresses, index) => [addresses.join(' and '), index] as const))(
    'Connects to nothing where a name leads to %s',
    async (_addresses, index) => {
      const name = `private-${String(index)}.test`;
      world.addresses(name, () => privateAnswers[index] ?? []);
      const before = attempts.all.length;
      const refusal = await refusalOf(outbound.get(`https://${name}/`, text));
      expect(refusal.reason).toBe('private-address');
      expect(attempts.all.length).toBe(before);
    },
  );

  test.concurrent.each(Object.entries(hostileSites).map(([name, [, reason]]) => [name, reason] as const))(
    'Refuses the answer of a site that is %s: %s',
    async (label, reason) => {
      const name = `${label}.test`;
      world.host(name, hostileSites[label]?.[0] ?? {});
      const began = performance.now();
      const refusal = await refusalOf(outbound.get(`https://${name}/`, text));
      expect(refusal.reason).toBe(reason);
      expect(refusal.message).toMatch(isSentence);
      expect(performance.now() - began).toBeLessThan(9_000);
    },
    15_000,
  );

  test('Connects to the checked address only, although the name server says another one later', async () => {
    let asked = 0;
    world.host('rebinding.test', { '/': 'fine' });
    world.addresses('rebinding.test', () => {
      asked += 1;
      return asked <= 2 ? [worldAddress] : ['127.0.0.1'];
    });
    const { body } = await outbound.get('https://rebinding.test/', text);
    expect(body.toString()).toBe('fine');
    const refusal = await refusalOf(
      createOutbound({ ...options(), clock: () => Date.now() + 60_000 }).get('https://rebinding.test/', text),
    );
    expect(refusal.reason).toBe('private-address');
  });

  test('Reads a compressed page, follows three redirects and says where it ended', async () => {
    world.host('one.test', (_request, response) =>
      response.writeHead(301, { location: 'https://two.test/a' }).end(),
    );
    world.host('two.test', ({ url }, response) => {
      if (url === '/a') response.writeHead(302, { location: '/b' }).end();
      else response.writeHead(308, { location: 'https://three.test/#part' }).end();
    });
    let headers: NodeJS.Dict<string | string[]> = {};
    world.host('three.test', (request, response) => {
      ({ headers } = request);
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('a page'));
    });
    const answer = await outbound.get('https://one.test/', text);
    expect(answer.body.toString()).toBe('a page');
    expect(answer.url).toBe('https://three.test/');
    expect(answer.redirects.map(({ status }) => status)).toEqual([301, 302, 308]);
    expect(headers['user-agent']).toMatch(/^NaijaBuilt\/[\d.]+ \(\+http:\/\/naijabuilt\.test; \S+@\S+\)$/);
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('authorization');
  });

  test('Says that a name does not exist, and which requests ended how', async () => {
    expect((await refusalOf(outbound.get('https://nobody.test/', text))).reason).toBe('unknown-name');
    expect(outbound.counts().get('unknown-name')).toBe(1);
    expect(outbound.counts().get('private-address')).toBeGreaterThan(privateAnswers.length);
  });

  test('Sends nothing while it is turned off', async () => {
    const off = createOutbound({ ...options(), isOn: false });
    const before = attempts.all.length;
    expect((await refusalOf(off.get('https://one.test/', text))).reason).toBe('off');
    expect((await refusalOf(off.texts('one.test'))).reason).toBe('off');
    expect(attempts.all.length).toBe(before);
  });

  test('Reads the text records of a name, which may be longer than one string', async () => {
    world.texts('_naijabuilt.busha.test', ['a'.repeat(300), 'second']);
    expect((await outbound.texts('_naijabuilt.busha.test')).toSorted()).toEqual(['a'.repeat(300), 'second']);
    expect(await outbound.texts('nothing.test')).toEqual([]);
  });

  test('Connected to no address that is not allowed in all of these cases', () => {
    const cases = hostileAddresses.length + privateAnswers.length + Object.keys(hostileSites).length;
    expect(cases).toBeGreaterThanOrEqual(60);
    expect(attempts.all.length).toBeGreaterThan(15);
    expect(forbidden()).toEqual([]);
    expect(trapped).toBe(0);
  });
});

function options() {
  const { db, clock, config } = product;
  return { db, clock, siteUrl: config.siteUrl, operator: product.site, isOn: true, test: world.settings };
}

describe.each(bothEngines)('The pause between two requests to a host, on %s', (engine) => {
  test('Asks a host once in five seconds, however many nodes want to', async () => {
    const shared = await createTestProduct(engine);
    try {
      let now = Date.now();
      const node = () => createOutbound({ ...options(), db: shared.db, clock: () => now });
      world.host(`paced-${engine}.test`, { '/': 'fine' });
      const ask = async () =>
        await Promise.allSettled(
          Array.from({ length: 6 }, () => node().get(`https://paced-${engine}.test/`, text)),
        );
      const sent = () => world.requests.filter((one) => one.startsWith(`paced-${engine}.`)).length;
      const outcomes = await ask();
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(sent()).toBe(1);
      now += 4_999;
      await ask();
      expect(sent()).toBe(1);
      now += 1;
      await ask();
      expect(sent()).toBe(2);
    } finally {
      await shared.dispose();
    }
  });
});
