import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createEdgeCache } from '../cache/edge-cache.ts';
import type { FinishedResponse } from '../answer/finished-response.ts';
import { page, startServer } from './testing.ts';

/** The server's side of later connections. */
function serverSockets(): Socket[] {
  const sockets: Socket[] = [];
  const channel = 'net.server.socket';
  const listener = (message: unknown): void => void sockets.push((message as { socket: Socket }).socket);
  subscribe(channel, listener);
  onTestFinished(() => void unsubscribe(channel, listener));
  return sockets;
}

test('Gives up a client that stops reading, whether its page is cached or not', async () => {
  const huge = 'x'.repeat(20_000_000);
  const cache = createEdgeCache<FinishedResponse>({ maxBytes: 100_000_000 });
  const { port, logged } = await startServer({ pages: async () => page(huge), cache, stalledMs: 200 });
  for (let round = 0; round < 2; round += 1) {
    const sockets = serverSockets();
    const client = connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .pause();
    const closed = once(client, 'close');
    onTestFinished(() => void client.destroy());
    client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await expect.poll(() => sockets.length).toBe(1);
    const [socket] = sockets;
    if (socket && !socket.destroyed) await once(socket, 'close');
    client.resume();
    await closed;
    expect(client.bytesRead).toBeLessThan(huge.length);
  }
  expect(logged().map((line) => line['cache'])).toContain('hit');
});

test('Keeps a connection between two requests for the usual time', async () => {
  const sockets = serverSockets();
  const { port } = await startServer({ stalledMs: 200 });
  const client = connect(port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  for (let round = 0; round < 2; round += 1) {
    client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await once(client, 'data');
  }
  expect(sockets[0]?.timeout).toBeGreaterThan(60_000);
});
