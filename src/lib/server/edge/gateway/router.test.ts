import type { PageRenderer } from '../render/astro-renderer.ts';
import { describe, expect, test } from 'vitest';
import { page, sendBytes, startServer } from './testing.ts';

describe('Requests that no page sees', () => {
  test.each(['/%E0%A4%A', '//evil.example/', '/\\evil', '/a%00b', '/?q=%ff', '/app/%', '*'])(
    'Answers 400 for %s, with the page of addresses that lead nowhere',
    async (target) => {
      const asked: string[] = [];
      const pages: PageRenderer = async ({ target: path }) => {
        asked.push(path);
        return { ...page('Nothing here'), status: 404 };
      };
      const { get } = await startServer({ pages });
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, text } = await get(target, {}, method);
        expect([status, headers['content-type'], headers['cache-control']]).toEqual([
          400,
          'text/html; charset=utf-8',
          'no-store',
        ]);
        if (method === 'GET') expect(text).toContain('Nothing here');
      }
      expect(asked).toEqual(['/page-not-found', '/page-not-found']);
      const written = await get(target, {}, 'POST');
      expect([written.status, written.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
    },
  );

  test('Answers a bad address of the API with an error as JSON', async () => {
    const { get } = await startServer();
    const answer = await get('/api/v1/app/%E0%A4%A/');
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toEqual({ error: expect.any(String) as string, fields: {} });
  });

  test('Answers 414 to a long address, and 431 to a longer one', async () => {
    const { get } = await startServer();
    expect((await get(`/${'a'.repeat(8_192)}`)).status).toBe(414);
    expect((await get(`/${'a'.repeat(20_000)}`)).status).toBe(431);
  });

  test('Answers 400 to a NUL, a missing Host and bytes that are not HTTP', async () => {
    const { port } = await startServer();
    for (const bytes of ['GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n', 'hello\r\n\r\n']) {
      expect(await sendBytes(port, bytes)).toMatch(/^HTTP\/1\.1 400 /);
    }
  });

  test('Treats an address in absolute form as its path', async () => {
    const { port } = await startServer({ pages: async ({ target }) => page(target) });
    const answer = await sendBytes(
      port,
      'GET http://other.example/app/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toContain('<title>/app/x<');
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])('Answers 405 with Allow to %s', async (method) => {
    const { get } = await startServer();
    const answer = await get('/', {}, method);
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('The health checks', () => {
  test('Answers 200 at /healthz while the process runs', async () => {
    const { get } = await startServer();
    expect((await get('/healthz')).status).toBe(200);
  });

  test('Is ready when every check passes', async () => {
    const { get } = await startServer({ checks: { database: async () => undefined } });
    const answer = await get('/readyz');
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { ready: true }]);
  });

  test('Names the failed check without its message', async () => {
    const failing = () => Promise.reject(new Error('password rejected for db.internal'));
    const { get } = await startServer({ checks: { database: failing, storage: async () => undefined } });
    const answer = await get('/readyz');
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      503,
      { ready: false, reason: 'No answer from: database.' },
    ]);
  });

  test('Stays ready for readers while nothing can be written, and for nobody without the database', async () => {
    const fails = () => Promise.reject(new Error('read-only'));
    const { get } = await startServer({ checks: { database: async () => undefined, writing: fails } });
    expect((await get('/readyz')).status).toBe(503);
    expect((await get('/readyz?reading')).status).toBe(200);
    const { get: from } = await startServer({ checks: { database: fails, writing: fails } });
    expect((await from('/readyz?reading')).status).toBe(503);
  });

  test('A thousand simultaneous requests cost one check and one line in the log', async () => {
    let checks = 0;
    const failing = async () => {
      checks += 1;
      await new Promise((resolve) => setTimeout(resolve, 300));
      throw new Error('The disk is full.');
    };
    const { get, logged } = await startServer({ checks: { writing: failing } });
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => get('/readyz')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    expect(checks).toBeLessThan(10);
    expect(logged().filter(({ msg }) => msg === 'Not ready')).toHaveLength(checks);
  });

  test('Checks again a moment after a failed check', async () => {
    let works = false;
    const { get } = await startServer({
      checks: { database: () => (works ? Promise.resolve() : Promise.reject(new Error('gone'))) },
    });
    expect((await get('/readyz')).status).toBe(503);
    works = true;
    await expect.poll(async () => (await get('/readyz')).status).toBe(200);
  });

  test('Is not ready while draining, but still alive', async () => {
    const { get, server } = await startServer();
    server.drain();
    const answer = await get('/readyz');
    expect([answer.status, answer.headers.connection]).toEqual([503, 'close']);
    expect((await get('/healthz')).status).toBe(200);
  });
});
