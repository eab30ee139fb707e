import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createConnectionGate } from './connection-limits.ts';
import { page, sendBytes, startServer } from './testing.ts';

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test('Closes a connection beyond the limit, and accepts one again once another has closed', async () => {
  const { port, get } = await startServer({ connections: { all: 2, client: 1, network: 2 } });
  const [first] = [await open(port), await open(port)];
  const third = await open(port);
  third.resume();
  await once(third, 'close');
  first.destroy();
  await vi.waitFor(async () => expect((await get('/')).status).toBe(200), { timeout: 10_000 });
});

/** A server that allows one connection, which is in the middle of a request. */
async function startFull(refused: string[] = []): Promise<{ port: number }> {
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<undefined>();
  const { port } = await startServer({
    connections: { all: 1, client: 1, network: 1 },
    refuseConnection: (kind) => refused.push(kind),
    pages: async () => {
      isAsked(undefined);
      await held;
      return page('Home');
    },
  });
  onTestFinished(() => release(undefined));
  const first = await open(port);
  first.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await asked;
  return { port };
}

test('Says why it closes a connection, also after a request, and counts it by kind', async () => {
  const refused: string[] = [];
  const { port } = await startFull(refused);
  const request = `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(4_000)}\r\n\r\n`;
  for (let count = 1; count <= 3; count += 1) {
    const answer = await sendBytes(port, request);
    expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(answer).toContain('\r\nconnection: close\r\n');
    expect(answer).toMatch(/\r\nretry-after: \d+\r\n/);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(Number(/content-length: (\d+)/.exec(head)?.[1])).toBe(Buffer.byteLength(body));
    expect(body).toContain('Too many connections');
    expect(refused).toEqual(Array.from({ length: count }, () => 'all'));
  }
});

test('Gives a client that keeps sending on a refused connection only a moment', async () => {
  const { port } = await startFull();
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void client.destroy());
  const { promise: closed, resolve } = Promise.withResolvers<undefined>();
  client.on('error', () => undefined).on('close', () => resolve(undefined));
  client.resume();
  await once(client, 'end');
  const timer = setInterval(() => client.write('more'), 50);
  onTestFinished(() => clearInterval(timer));
  const began = performance.now();
  await closed;
  expect(performance.now() - began).toBeGreaterThan(500);
  expect(performance.now() - began).toBeLessThan(4_000);
});

test('Closes idle connections before it refuses one', async () => {
  const { port, get } = await startServer({ connections: { all: 4, client: 4, network: 4 } });
  for (let opened = 0; opened < 12; opened += 1) {
    const socket = await open(port);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    // Idle connections are closed at most once a second.
    await vi.waitFor(async () => expect((await get('/healthz')).status).toBe(200), 10_000);
  }
});

/** The part of a socket that the gate uses: a test has no second address. */
function socketFrom(remoteAddress: string) {
  let close = (): void => undefined;
  const socket = { remoteAddress, once: (_: string, listener: () => void) => (close = listener) };
  return { socket: socket as unknown as Socket, close: () => close() };
}

test('Counts each address separately, an IPv6 one by its /64, and does not count this machine', () => {
  const refusal = createConnectionGate({
    limits: { all: 100, client: 2, network: 100 },
    trustProxy: false,
    closeIdle: () => undefined,
  });
  const from = (address: string) => refusal(socketFrom(address).socket);
  expect(['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.8'].map(from)).toEqual([
    null,
    null,
    'client',
    null,
  ]);
  expect(['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(from)).toEqual([null, null, 'client']);
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.0.0.1'].map(from)).toEqual([null, null, null, null]);
});

test('Leaves room for others when many addresses of one network connect, and accepts it again once they have gone', () => {
  const refusal = createConnectionGate({
    limits: { all: 100, client: 2, network: 5 },
    trustProxy: false,
    closeIdle: () => undefined,
  });
  const opened = Array.from({ length: 20 }, (_, host) => socketFrom(`2001:db8:0:${host.toString(16)}::1`));
  const answers = opened.map((one) => ({ one, refused: refusal(one.socket) }));
  const kept = answers.filter(({ refused }) => refused === null);
  expect(kept).toHaveLength(5);
  expect(new Set(answers.slice(5).map(({ refused }) => refused))).toEqual(new Set(['network']));
  expect(refusal(socketFrom('2001:db8:1::1').socket)).toBe(null);
  for (const { one } of kept) one.close();
  expect(refusal(socketFrom('2001:db8:0:30::1').socket)).toBe(null);
});

test('Behind a trusted proxy only the limit of all connections applies', () => {
  const refusal = createConnectionGate({
    limits: { all: 3, client: 1, network: 3 },
    trustProxy: true,
    closeIdle: () => undefined,
  });
  expect(['a', 'b', 'c', 'd'].map(() => refusal(socketFrom('203.0.113.7').socket))).toEqual([
    null,
    null,
    null,
    'all',
  ]);
});
