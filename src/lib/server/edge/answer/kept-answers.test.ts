import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Answered } from '../metrics/metrics.ts';
import { sendBytes, startServer } from '../gateway/testing.ts';

const get = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
const last = get.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n');

/** The answers of one connection, each with its head. */
async function answersTo(port: number, requests: string): Promise<string[]> {
  return (await sendBytes(port, requests)).split(/(?=HTTP\/1\.1 )/);
}

describe('The head of a cached answer', () => {
  const now = 1_800_000_000_000;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    onTestFinished(() => void vi.useRealTimers());
  });

  test('Sends the same head of a cached answer while its date is the same', async () => {
    const { port } = await startServer();
    await answersTo(port, get + last);
    const [first, second, third] = await answersTo(port, get + get + get + last);
    expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(first).toMatch(/^date: /im);
    expect([second, third]).toEqual([first, first]);
  });

  test('Says in the head of a cached answer whether the connection is closed', async () => {
    const { port } = await startServer();
    const [kept, kept2, closed] = await answersTo(port, get + get + last);
    expect(kept).toMatch(/^connection: keep-alive\r$/im);
    expect(kept2).toMatch(/^connection: keep-alive\r$/im);
    expect(closed).toMatch(/^connection: close\r$/im);
    const [body, body2, body3] = [kept, kept2, closed].map((answer = '') => answer.split('\r\n\r\n')[1]);
    expect(body2).toBe(body);
    expect(body3).toBe(body);
  });

  test('Answers HEAD with the head of the cached answer, without a body', async () => {
    const { port } = await startServer();
    const head = get.replace('GET', 'HEAD');
    const [full, first, second] = await answersTo(port, get + head + head + last);
    const [fullHead] = (full ?? '').split(/(?<=\r\n\r\n)/);
    expect([first, second]).toEqual([fullHead, fullHead]);
  });
});

test('A cached answer is counted in the metrics, and logged at debug only', async () => {
  const observed: Answered[] = [];
  const { get, logged } = await startServer({ observe: (answer) => void observed.push(answer) });
  const { headers } = await get('/');
  await get('/');
  await get('/', { 'if-none-match': headers.etag ?? '' });
  await get('/', {}, 'HEAD');
  const withoutTimes = (lines: readonly object[]) => lines.map((line) => ({ ...line, ms: 0 }));
  expect(withoutTimes(observed)).toMatchObject([
    { path: '/', status: 200, cache: 'miss' },
    { path: '/', status: 200, cache: 'hit' },
    { path: '/', status: 304, cache: 'hit' },
    { path: '/', status: 200, cache: 'hit' },
  ]);
  expect(logged()).toMatchObject([
    { level: 'info', cache: 'miss', method: 'GET', path: '/', status: 200 },
    { level: 'debug', cache: 'hit', method: 'GET', path: '/', status: 200 },
    { level: 'debug', cache: 'hit', method: 'GET', path: '/', status: 304, bytes: 0 },
    { level: 'debug', cache: 'hit', method: 'HEAD', path: '/', status: 200, bytes: 0 },
  ]);
  expect(new Set(logged().map(({ id }) => id)).size).toBe(4);
});
