// Over real sockets: the answer to a client whose body was not read, and the fate of its connection.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ReadableStream } from 'node:stream/web';
import { expect, test, vi } from 'vitest';
import type { AppError } from '../../platform/errors.ts';
import { createBudget } from '../../platform/uploads/body-budgets.ts';
import { readTextBody } from '../../platform/uploads/read-text-body.ts';
import { siteUrl, startServer } from './testing.ts';

const crlf = '\r\n';

interface Client {
  socket: Socket;
  /** The bytes received so far. */
  received(): string;
  /** The error of the connection. */
  errors: Error[];
  /** Sends bytes, and resolves when the system has taken them. */
  send(bytes: string | Buffer): Promise<void>;
}

async function open(port: number): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  const errors: Error[] = [];
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.on('error', (error) => errors.push(error));
  await once(socket, 'connect');
  return {
    socket,
    received: () => received,
    errors,
    send: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
  };
}

function post(length: number | 'chunked', more: string[] = []): string {
  const frame = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  return ['POST /api/v1/app/ HTTP/1.1', 'Host: a', frame, ...more, '', ''].join(crlf);
}

const get = `GET /api/v1/next/ HTTP/1.1${crlf}Host: a${crlf}Connection: close${crlf}${crlf}`;

/** An API that refuses every write by its head, and records the requests. */
function refusing() {
  const asked: string[] = [];
  return {
    asked,
    api: (request: Request) => {
      asked.push(`${request.method} ${request.url.slice(siteUrl.length)}`);
      return Response.json({ error: 'Log in.' }, { status: request.method === 'GET' ? 200 : 401 });
    },
  };
}

const statuses = (text: string): string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status ?? '');

test('A client that keeps sending 20 MB can read the answer that it got before', async () => {
  const { port } = await startServer(refusing());
  const client = await open(port);
  await client.send(post(20 * 1024 * 1024));
  // Like a browser, the client reads the answer only after it has sent everything.
  for (let sent = 0; sent < 20; sent += 1) await client.send(Buffer.alloc(1024 * 1024));
  await vi.waitFor(() => expect(statuses(client.received())).toEqual(['401']), { timeout: 10_000 });
  expect(client.received().toLowerCase()).toContain('connection: close');
  expect(client.errors).toEqual([]);
  client.socket.destroy();
});

test('Answers the next request on a connection whose small body was not read', async () => {
  const { port } = await startServer(refusing());
  const client = await open(port);
  await client.send(post(300_000));
  await client.send(Buffer.alloc(200_000, 97));
  await client.send(Buffer.concat([Buffer.alloc(100_000, 97), Buffer.from(get)]));
  await vi.waitFor(() => expect(statuses(client.received())).toEqual(['401', '200']), { timeout: 10_000 });
  expect(client.errors).toEqual([]);
  client.socket.destroy();
});

test('Ignores requests after a body that was given up', async () => {
  const { api, asked } = refusing();
  const { port } = await startServer({ api });
  const client = await open(port);
  await client.send(post(3 * 1024 * 1024));
  await client.send(Buffer.concat([Buffer.alloc(3 * 1024 * 1024, 97), Buffer.from(post(0))]));
  await vi.waitFor(() => expect(client.socket.readableEnded).toBe(true), { timeout: 10_000 });
  client.socket.end();
  await once(client.socket, 'close');
  expect([statuses(client.received()), asked]).toEqual([['401'], ['POST /api/v1/app/']]);
});

test('Gives up on a small body that does not arrive after two seconds', async () => {
  const { port } = await startServer(refusing());
  const client = await open(port);
  const began = performance.now();
  await client.send(post(1_000));
  await vi.waitFor(() => expect(statuses(client.received())).toEqual(['401']), { timeout: 5_000 });
  expect(performance.now() - began).toBeGreaterThan(1_900);
  expect(client.received().toLowerCase()).toContain('connection: close');
  client.socket.destroy();
});

test('Refuses a client that waits for 100 Continue without requesting its body', async () => {
  const { port } = await startServer(refusing());
  const client = await open(port);
  await client.send(post(1_000, ['Expect: 100-continue']));
  await vi.waitFor(() => expect(statuses(client.received())).toEqual(['401']), { timeout: 10_000 });
  expect(client.received().toLowerCase()).toContain('connection: close');
  client.socket.destroy();
});

test('Sends 100 Continue once the body is wanted', async () => {
  const { port } = await startServer({ api: async (request) => new Response(await request.text()) });
  const client = await open(port);
  await client.send(post(5, ['Expect: 100-continue']));
  await vi.waitFor(() => expect(statuses(client.received())).toEqual(['100']), { timeout: 10_000 });
  await client.send('hello');
  await vi.waitFor(() => expect(statuses(client.received())).toEqual(['100', '200']), { timeout: 10_000 });
  expect(client.received()).toContain('hello');
  client.socket.destroy();
});

test('Closes a connection that keeps sending after its last answer, but not before the client has read it', async () => {
  const { port, server } = await startServer(refusing());
  const client = await open(port);
  await client.send(post(10 * 1024 * 1024));
  await vi.waitFor(() => expect(client.socket.readableEnded).toBe(true), { timeout: 10_000 });
  expect(client.socket.writable).toBe(true);
  // A shutdown does not wait for it.
  const began = performance.now();
  await server.close();
  expect(performance.now() - began).toBeLessThan(2_000);
  client.socket.destroy();
});

test.each(['chunked', 1_000] as const)(
  'Notes a client that left in the middle of its body (%s) as 499, and as no fault',
  async (length) => {
    const { port, logged } = await startServer({
      api: async (request) => new Response(await request.text()),
    });
    const client = await open(port);
    await client.send(post(length) + (length === 'chunked' ? `5${crlf}hello${crlf}` : 'hello'));
    client.socket.resetAndDestroy();
    await vi.waitFor(() => expect(logged()).toHaveLength(1), { timeout: 10_000 });
    expect(logged()).toMatchObject([{ level: 'info', status: 499, aborted: true }]);
  },
);

test.each([
  ['two Host fields', `GET /api/v1/app/ HTTP/1.1${crlf}Host: a${crlf}Host: b${crlf}${crlf}`],
  ['a length beside chunks', post('chunked', ['Content-Length: 5']) + `0${crlf}${crlf}`],
  [
    'a transfer coding that is not known',
    post('chunked').replace('chunked', 'gzip, chunked') + `0${crlf}${crlf}`,
  ],
  ['two lengths', post(1, ['Content-Length: 2']) + 'ab'],
])('Refuses %s, and closes the connection', async (_, bytes) => {
  const { api, asked } = refusing();
  const { port } = await startServer({ api });
  const client = await open(port);
  await client.send(bytes);
  await vi.waitFor(() => expect(client.socket.readableEnded).toBe(true), { timeout: 10_000 });
  expect([statuses(client.received()), asked]).toEqual([['400'], []]);
  client.socket.destroy();
});

test('Answers a page whose request has a body, and the pipelined request after it', async () => {
  const { port } = await startServer(refusing());
  const client = await open(port);
  await client.send(`GET / HTTP/1.1${crlf}Host: a${crlf}Content-Length: 5${crlf}${crlf}hello${get}`);
  await vi.waitFor(() => expect(statuses(client.received())).toEqual(['200', '200']), { timeout: 10_000 });
  client.socket.destroy();
});

test('Refuses TRACE', async () => {
  const { port } = await startServer(refusing());
  const client = await open(port);
  await client.send(`TRACE /api/v1/app/ HTTP/1.1${crlf}Host: a${crlf}${crlf}`);
  await vi.waitFor(() => expect(statuses(client.received())).toEqual(['405']), { timeout: 10_000 });
  client.socket.destroy();
});

test('Answers a body that does not arrive in time with 408 at once, and closes the connection', async () => {
  const { port } = await startServer({
    async api({ body }) {
      const memory = createBudget({ all: 1e6, network: 1e6, client: 1e6 }).hold('a');
      const refusal: unknown = await readTextBody(body as ReadableStream<Uint8Array> | null, memory, {
        withinMs: 50,
      }).catch((error: unknown) => error);
      return new Response(null, { status: (refusal as AppError).status });
    },
  });
  const client = await open(port);
  const began = performance.now();
  await client.send(`${post(1_000)}{`);
  await vi.waitFor(() => expect(statuses(client.received())).toEqual(['408']), { timeout: 10_000 });
  expect(performance.now() - began).toBeLessThan(1_500);
  expect(client.received().toLowerCase()).toContain('connection: close');
  client.socket.destroy();
});
