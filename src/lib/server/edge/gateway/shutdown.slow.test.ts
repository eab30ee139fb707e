import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../../platform/log.ts';
import { installShutdown, type ProcessLike } from './shutdown.ts';
import { page, startServer } from './testing.ts';

function fakeProcess() {
  const { promise, resolve } = Promise.withResolvers<number>();
  const signals = new EventEmitter();
  const host: ProcessLike = { on: (event, listener) => signals.on(event, listener), exit: resolve };
  return { host, exited: promise, kill: (signal: 'SIGTERM' | 'SIGINT') => signals.emit(signal, signal) };
}

const log = createLogger('silent', { sink: { write: () => undefined, flush: () => undefined } });

/** A server with one request in flight, whose end the test decides. */
async function startWithRequestInFlight() {
  const begun = Promise.withResolvers<undefined>();
  const end = Promise.withResolvers<undefined>();
  const running = await startServer({
    pages: async () => {
      begun.resolve(undefined);
      await end.promise;
      return page('Slow');
    },
  });
  const answer = running.get('/slow', { connection: 'keep-alive' });
  await begun.promise;
  return { ...running, answer, end: () => end.resolve(undefined) };
}

test('Finishes running requests, closes its resources, and exits with 0', async () => {
  const { server, answer, end, get } = await startWithRequestInFlight();
  const { host, exited, kill } = fakeProcess();
  const order: string[] = [];
  const closers = [() => void order.push('worker'), async () => void order.push('database')];
  installShutdown({ server, log, closers, process: host });
  kill('SIGTERM');
  await expect(get('/')).rejects.toThrow('ECONNREFUSED');
  expect(order).toEqual([]);
  end();
  const { status, text } = await answer;
  expect([status, text.includes('Slow')]).toEqual([200, true]);
  expect(await exited).toBe(0);
  expect(order).toEqual(['worker', 'database']);
});

test('Keeps accepting for a while if configured, and announces the shutdown meanwhile', async () => {
  const { server, get } = await startServer();
  const { host, exited, kill } = fakeProcess();
  installShutdown({ server, log, closers: [], drainMs: 500, process: host });
  kill('SIGTERM');
  expect((await get('/readyz')).status).toBe(503);
  const page = await get('/', { connection: 'keep-alive' });
  expect([page.status, page.headers.connection]).toEqual([200, 'close']);
  expect(await exited).toBe(0);
  await expect(get('/')).rejects.toThrow('ECONNREFUSED');
});

test('Breaks off requests that take too long', async () => {
  const { server, answer } = await startWithRequestInFlight();
  const { host, exited, kill } = fakeProcess();
  installShutdown({ server, log, closers: [], graceMs: 1, process: host });
  kill('SIGINT');
  await expect(answer).rejects.toThrow();
  expect(await exited).toBe(0);
});

test('Waits for answers, but not for a client that never ends its head', async () => {
  const { server, port, answer, end, get } = await startWithRequestInFlight();
  const { host, exited, kill } = fakeProcess();
  const client = connect(port, '127.0.0.1').resume();
  const gone = once(client, 'close');
  client.write('GET /about HT');
  // Earlier connections have been accepted by then.
  await once(client, 'connect');
  await get('/healthz');
  installShutdown({ server, log, closers: [], process: host });
  kill('SIGTERM');
  const began = performance.now();
  await gone;
  // Node looks for late heads every five seconds.
  expect(performance.now() - began).toBeLessThan(10_000);
  end();
  expect((await answer).status).toBe(200);
  expect(await exited).toBe(0);
}, 30_000);

test('Waits for an arriving body, but not for one that never ends', async () => {
  const begun = Promise.withResolvers<undefined>();
  let bodies = 0;
  const { server, port, get } = await startServer({
    api: async (request) => {
      if ((bodies += 1) === 2) begun.resolve(undefined);
      return Response.json({ length: (await request.text()).length });
    },
  });
  const send = (length: number) => {
    const client = connect(port, '127.0.0.1');
    let heard = '';
    client.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    client.write(`POST /api/v1/app/ HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\nx`);
    const closed = Promise.withResolvers<undefined>();
    client.once('close', () => closed.resolve(undefined));
    // A broken connection may end with a reset.
    client.on('error', (error) => (heard += error.message));
    return { client, closed: closed.promise, heard: () => heard };
  };
  const [endless, slow] = [send(20_000), send(15_001)];
  await begun.promise;
  const { host, exited, kill } = fakeProcess();
  installShutdown({ server, log, closers: [], process: host });
  kill('SIGTERM');
  const began = performance.now();
  // A client that sends some bytes a second would delay the restart; a slow phone sends more.
  const drip = setInterval(() => endless.client.write('x'), 200);
  let left = 15;
  const sending = setInterval(() => {
    if ((left -= 1) >= 0) slow.client.write('x'.repeat(1_000));
  }, 200);
  onTestFinished(() => {
    clearInterval(drip);
    clearInterval(sending);
  });
  await endless.closed;
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(endless.heard()).not.toContain('HTTP/1.1');
  expect(slow.heard()).toBe('');
  await slow.closed;
  clearInterval(sending);
  expect(slow.heard()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(await exited).toBe(0);
  await expect(get('/')).rejects.toThrow('ECONNREFUSED');
}, 30_000);

test('Exits at once on a signal a second later; an earlier one is a repeat of the first', async () => {
  const { server, answer, end } = await startWithRequestInFlight();
  const { host, exited, kill } = fakeProcess();
  const codes: number[] = [];
  void exited.then((code) => codes.push(code));
  const now = vi.spyOn(performance, 'now').mockReturnValue(5_000);
  onTestFinished(() => now.mockRestore());
  installShutdown({ server, log, closers: [], process: host });
  kill('SIGINT');
  now.mockReturnValue(5_900);
  kill('SIGINT');
  kill('SIGTERM');
  await Promise.resolve();
  expect(codes).toEqual([]);
  now.mockReturnValue(6_100);
  kill('SIGTERM');
  expect(await exited).toBe(1);
  end();
  await answer;
});

test('Exits with 1 if a resource could not be closed, after closing the others', async () => {
  const { server } = await startServer();
  const { host, exited, kill } = fakeProcess();
  let closed = false;
  const closers = [() => Promise.reject(new Error('stuck')), () => void (closed = true)];
  installShutdown({ server, log, closers, process: host });
  kill('SIGTERM');
  expect(await exited).toBe(1);
  expect(closed).toBe(true);
});
