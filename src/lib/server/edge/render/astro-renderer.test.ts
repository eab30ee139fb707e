import { describe, expect, test } from 'vitest';
import { createAstroRenderer, type RenderAstro, type ReportPageFault } from './astro-renderer.ts';

const settings = {
  siteUrl: 'https://apps.example.ng',
  legalReviewed: false,
  contactEmail: 'hello@apps.example.ng',
};
const services = { name: 'services' };
const reported: Parameters<ReportPageFault>[0][] = [];

function renderer(renderAstro: RenderAstro<typeof services>) {
  return createAstroRenderer(renderAstro, services, settings, (fault) => reported.push(fault));
}

describe('what a page gets', () => {
  test('is the services, a page context, and a request that is the same for every visitor', async () => {
    const render = renderer((request, locals) => {
      locals.page.tag('apps', 'app:1');
      locals.page.tag('apps');
      const { url, method } = request;
      return Promise.resolve(Response.json({ url, method, headers: [...request.headers], ...locals }));
    });
    const rendered = await render('/app/x?a=1', 'id-1');
    expect(JSON.parse(rendered.body.toString())).toEqual({
      url: 'https://apps.example.ng/app/x?a=1',
      method: 'GET',
      headers: [],
      services,
      page: { ...settings, errorId: 'id-1' },
    });
    expect(rendered.tags).toEqual(['apps', 'app:1']);
  });

  test('stays on the host of the site whatever the target', async () => {
    const render = renderer((request) => Promise.resolve(new Response(request.url)));
    const rendered = await render('//elsewhere.example/', 'id');
    expect(rendered.body.toString()).toBe('https://apps.example.ng//elsewhere.example/');
  });
});

describe('what is captured', () => {
  test('is status, whole body, and the headers that do not belong to one connection', async () => {
    const headers = new Headers({
      'Content-Type': 'text/html',
      'Content-Length': '3',
      Connection: 'close',
      ETag: 'W/"x"',
    });
    headers.append('Set-Cookie', 'a=1');
    headers.append('Set-Cookie', 'b=2');
    const render = renderer(() => Promise.resolve(new Response('éb', { status: 203, headers })));
    const rendered = await render('/', 'id');
    expect(rendered.status).toBe(203);
    expect(rendered.body.toString()).toBe('éb');
    expect(rendered.headers).toEqual([
      ['content-type', 'text/html'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
  });

  test('counts a view of a page that was found, and of no other', async () => {
    const viewOf = async (status: number) => {
      const render = renderer((_request, { page }) => {
        page.countViewOf('app:1');
        return Promise.resolve(new Response('', { status }));
      });
      return (await render('/', 'id')).viewOf;
    };
    expect([await viewOf(200), await viewOf(404)]).toEqual(['app:1', '']);
  });
});

describe('a render that fails', () => {
  test('and answers for it has it reported with its id, and without the query', async () => {
    const error = new Error('no list');
    const render = renderer((_request, { page }) => {
      page.report(error);
      return Promise.resolve(new Response('without a list'));
    });
    expect((await render('/apps?cursor=x', 'id-2')).body.toString()).toBe('without a list');
    expect(reported).toEqual([{ id: 'id-2', target: '/apps', error }]);
  });

  test('before its answer rejects', async () => {
    await expect(renderer(() => Promise.reject(new Error('thrown')))('/', 'id')).rejects.toThrow('thrown');
  });

  test('in its body rejects with what the page threw', async () => {
    const body = new ReadableStream({
      pull: (controller) => {
        controller.error(new Error('no database'));
      },
    });
    await expect(renderer(() => Promise.resolve(new Response(body)))('/', 'id')).rejects.toThrow(
      'no database',
    );
  });
});
