import { describe, expect, test } from 'vitest';
import { createAstroRenderer, type AstroHandler } from './astro-renderer.ts';

const settings = { siteUrl: 'https://apps.example.ng', legalReviewed: false };
const services = { name: 'services' };

function renderer(handler: AstroHandler<typeof services>) {
  return createAstroRenderer(handler, services, settings);
}

describe('what a page gets', () => {
  test('is the services, a page context, and a request that is the same for every visitor', async () => {
    const render = renderer(async (request, response, _next, locals) => {
      locals.page.tag('apps', 'app:1');
      locals.page.tag('apps');
      const body = {
        url: request.url,
        method: request.method,
        headers: request.headers,
        encrypted: 'encrypted' in request.socket && request.socket.encrypted,
        services: locals.services,
        page: locals.page,
      };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    const rendered = await render('/app/x?a=1', 'id-1');
    expect(JSON.parse(rendered.body.toString())).toEqual({
      url: '/app/x?a=1',
      method: 'GET',
      headers: { host: 'apps.example.ng' },
      encrypted: true,
      services,
      page: { ...settings, errorId: 'id-1' },
    });
    expect(rendered.tags).toEqual(['apps', 'app:1']);
  });
});

describe('what is captured', () => {
  test('is status, headers and all that was streamed', async () => {
    const render = renderer(async (_request, response) => {
      response.statusMessage = 'Fine';
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.writeHead(203, {
        'Content-Type': 'text/html',
        'Content-Length': '3',
        Connection: 'close',
        ETag: 'W/"x"',
      });
      response.write('é');
      await Promise.resolve();
      response.write(new Uint8Array([0x62]));
      response.end('c');
    });
    const rendered = await render('/', 'id');
    expect(rendered.status).toBe(203);
    expect(rendered.body.toString()).toBe('ébc');
    expect(rendered.headers).toEqual([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['content-type', 'text/html'],
    ]);
  });

  test('of an address without a route is the 404 page', async () => {
    const render = renderer(async (request, response, next) => {
      if (request.url !== '/404') {
        next();
        return;
      }
      response.statusCode = 404;
      response.end('not found');
    });
    expect(await render('/nowhere', 'id')).toMatchObject({ status: 404, body: Buffer.from('not found') });
  });

  test('of a site without a 404 page is an empty one', async () => {
    const rendered = await renderer(async (_request, _response, next) => next())('/nowhere', 'id');
    expect([rendered.status, rendered.body.length]).toEqual([404, 0]);
  });
});

describe('a render that fails', () => {
  test('half-way, as Astro ends it, rejects with what the page threw', async () => {
    const render = renderer(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<p>half');
      await Promise.resolve();
      response.write('Internal server error', () => response.destroy(new Error('no database')));
    });
    await expect(render('/', 'id')).rejects.toThrow('no database');
  });

  test('by throwing, or by passing an error on, rejects', async () => {
    await expect(renderer(() => Promise.reject(new Error('thrown')))('/', 'id')).rejects.toThrow('thrown');
    await expect(
      renderer(async (_request, _response, next) => next(new Error('passed')))('/', 'id'),
    ).rejects.toThrow('passed');
  });

  test('by ending without an answer, rejects', async () => {
    await expect(renderer(async () => undefined)('/', 'id')).rejects.toThrow('before it was whole');
  });
});
