import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBody } from './request-body.ts';

test('A reader that gives up does not wait for a client that sends nothing more', async () => {
  const ended = Promise.withResolvers<unknown>();
  const server = createServer((incoming, response) => {
    const { stream } = openBody(incoming, response, false);
    const late = AbortSignal.timeout(50);
    ended.resolve(
      stream?.pipeTo(new WritableStream(), { signal: late }).catch((error: unknown) => error === late.reason),
    );
  });
  await once(server.listen(0), 'listening');
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client = request({ port, method: 'POST', headers: { 'content-length': 100 } });
  client.on('error', () => undefined);
  client.write('the beginning');
  expect(await Promise.race([ended.promise, sleep(3_000, 'it waits')])).toBe(true);
});

test('A body that goes on by single bytes after its answer does not hold the connection', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
    openBody(incoming, response, false).settle();
    response.writeHead(405).end();
  });
  await once(server.listen(0), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client = connect(port);
  // It may be reset.
  client.on('error', () => undefined);
  const closed = new Promise((resolve) => client.once('close', resolve));
  client.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 60000\r\n\r\nthe beginning');
  await once(client, 'data');
  client.write('.');
  vi.advanceTimersByTime(10_000);
  await closed;
});
