// Over a socket, because only there a body can come without a Content-Length.
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { createBodyBudgets } from '../../platform/uploads/body-budgets.ts';
import { createBodyReader } from './limit-body.ts';

let server: Server;

beforeAll(async () => {
  const api = new Hono();
  api.use(
    createBodyReader(createBodyBudgets({ memory: { all: 1_000_000, client: 300_000, network: 1_000_000 } })),
  );
  api.onError((error, c) => {
    if (!(error instanceof AppError)) throw error;
    return c.text(error.message, 413);
  });
  api.all('*', async (c) => c.text(String((await c.req.text()).length)));
  server = createAdaptorServer({ fetch: api.fetch, overrideGlobalObjects: false }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
});

/** Sends the body in chunks, without a Content-Length unless `headers` has one. @returns [status, text] */
function send(
  method: string,
  body: string | undefined,
  headers = {},
  path = '/',
): Promise<[number | undefined, string]> {
  const { promise, resolve, reject } = Promise.withResolvers<[number | undefined, string]>();
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, path, host: '127.0.0.1', agent: false, method, headers }, (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => (text += chunk));
    response.on('end', () => {
      resolve([response.statusCode, text]);
    });
  });
  sent.on('error', reject);
  if (body !== undefined) sent.write(body);
  sent.end();
  return promise;
}

const tooLarge = [413, 'This request is too large.'];

test('Passes on a request without a body, or with one of unknown length', async () => {
  expect(await send('DELETE', undefined)).toEqual([200, '0']);
  expect(await send('POST', undefined, { 'content-length': 0 })).toEqual([200, '0']);
  expect(await send('POST', 'x'.repeat(1_000))).toEqual([200, '1000']);
});

test('Gives the memory of a body back when its request is answered', async () => {
  for (let sent = 0; sent < 12; sent += 1)
    expect(await send('POST', 'x'.repeat(200_000))).toEqual([200, '200000']);
});

test('Refuses a text body over 256 KB, with and without a Content-Length', async () => {
  const body = 'x'.repeat(300_000);
  expect(await send('POST', body)).toEqual(tooLarge);
  expect(await send('POST', body, { 'content-length': body.length })).toEqual(tooLarge);
});

test('Leaves the body of a route that takes pictures for the route to read', async () => {
  const type = { 'content-type': 'multipart/form-data; boundary=b' };
  expect(await send('PATCH', 'x'.repeat(300_000), type)).toEqual([200, '300000']);
  expect(await send('POST', 'x'.repeat(300_000), type, '/api/v1/app/')).toEqual([200, '300000']);
  expect(await send('POST', 'x'.repeat(300_000), type, '/api/v1/token/')).toEqual(tooLarge);
});

test('Refuses an upload that announces more than 25 MB before it is read', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 30_000_000 };
  const [status, text] = await send('PATCH', 'x', headers).catch((error: unknown) => [0, String(error)]);
  expect([status, text]).toEqual([413, 'This request is larger than 25 MB. Use smaller images.']);
});
