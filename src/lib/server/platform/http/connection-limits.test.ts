import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createConnectionGate } from './connection-limits.ts';
import { startServer } from './testing.ts';

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test('Closes a connection beyond those that there may be, and takes one again once another has gone', async () => {
  const { port, get } = await startServer({ connections: { all: 2, client: 1, network: 2 } });
  const [first] = [await open(port), await open(port)];
  const third = await open(port);
  await once(third, 'close');
  first.destroy();
  await vi.waitFor(async () => expect((await get('/')).status).toBe(200));
});

test('Closes connections that rest before it refuses one', async () => {
  const { port, get } = await startServer({ connections: { all: 4, client: 4, network: 4 } });
  for (let opened = 0; opened < 12; opened += 1) {
    const socket = await open(port);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    // Room is made once a second.
    await vi.waitFor(async () => expect((await get('/healthz')).status).toBe(200), 10_000);
  }
});

/** As much of a socket as the gate looks at: a test has no second address to come from. */
function socketFrom(remoteAddress: string) {
  let close = (): void => undefined;
  const socket = { remoteAddress, once: (_: string, listener: () => void) => (close = listener) };
  return { socket: socket as unknown as Socket, close: () => close() };
}

test('Counts each address for itself, an IPv6 one by its /64, and this machine not at all', () => {
  const admits = createConnectionGate({
    limits: { all: 100, client: 2, network: 100 },
    trustProxy: false,
    closeIdle: () => undefined,
  });
  const from = (address: string) => admits(socketFrom(address).socket);
  expect(['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.8'].map(from)).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(from)).toEqual([true, true, false]);
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.0.0.1'].map(from)).toEqual([true, true, true, true]);
});

test('Leaves room for others when many addresses of one network connect, and takes it again once they have gone', () => {
  const admits = createConnectionGate({
    limits: { all: 100, client: 2, network: 5 },
    trustProxy: false,
    closeIdle: () => undefined,
  });
  const opened = Array.from({ length: 20 }, (_, host) => socketFrom(`2001:db8:0:${host.toString(16)}::1`));
  const kept = opened.filter(({ socket }) => admits(socket));
  expect(kept).toHaveLength(5);
  expect(admits(socketFrom('2001:db8:1::1').socket)).toBe(true);
  for (const one of kept) one.close();
  expect(admits(socketFrom('2001:db8:0:30::1').socket)).toBe(true);
});

test('Behind a trusted proxy counts all connections together alone', () => {
  const admits = createConnectionGate({
    limits: { all: 3, client: 1, network: 3 },
    trustProxy: true,
    closeIdle: () => undefined,
  });
  expect(['a', 'b', 'c', 'd'].map(() => admits(socketFrom('203.0.113.7').socket))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
