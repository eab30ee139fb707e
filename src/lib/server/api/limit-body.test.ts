// Over a socket, because the Request that the Node server hands over is its own, and not the platform's.
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { limitBody } from './limit-body.ts';

let server: Server;

beforeAll(async () => {
  const api = new Hono();
  api.use(limitBody);
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

/** A body is sent in chunks, so that nothing tells its length beforehand. @returns [status, text] */
function send(method: string, body: string | undefined, headers = {}): Promise<[number | undefined, string]> {
  const { promise, resolve, reject } = Promise.withResolvers<[number | undefined, string]>();
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', agent: false, method, headers }, (response) => {
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

test('a request without a body, or with one of unknown length, is passed on', async () => {
  expect(await send('DELETE', undefined)).toEqual([200, '0']);
  expect(await send('POST', undefined, { 'content-length': 0 })).toEqual([200, '0']);
  expect(await send('POST', 'x'.repeat(1_000))).toEqual([200, '1000']);
});

test('a text body over 256 KB is refused, whether its length is told or not', async () => {
  const body = 'x'.repeat(300_000);
  expect(await send('POST', body)).toEqual([413, 'This request is too large.']);
  expect(await send('POST', body, { 'content-length': body.length })).toEqual([
    413,
    'This request is too large.',
  ]);
});

test('pictures of an app are counted elsewhere', async () => {
  const type = { 'content-type': 'multipart/form-data; boundary=b' };
  expect(await send('PATCH', 'x'.repeat(300_000), type)).toEqual([200, '300000']);
});
