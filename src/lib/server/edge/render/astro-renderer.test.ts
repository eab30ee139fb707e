import { describe, expect, test } from 'vitest';
import { recordReads } from '../../platform/reads/reads.ts';
import { createAstroRenderer, type RenderAstro, type ReportPageFault } from './astro-renderer.ts';

const settings = {
  siteUrl: 'https://apps.example.ng',
  legalReviewed: false,
};
const services = { name: 'services' };
const now = Date.UTC(2026, 10, 22);
const reported: Parameters<ReportPageFault>[0][] = [];

function renderer(renderAstro: RenderAstro<typeof services>, clock = () => now) {
  return createAstroRenderer(renderAstro, {
    bindServices: () => services,
    settings,
    reportFault: (fault) => reported.push(fault),
    clock,
  });
}

describe('The input of a page', () => {
  test('Gives a page the services, a page context, and a request that is the same for every visitor', async () => {
    const render = renderer((request, locals) => {
      const { url, method } = request;
      return Promise.resolve(Response.json({ url, method, headers: [...request.headers], ...locals }));
    });
    const rendered = await render({ target: '/app/x?a=1', id: 'id-1' }, recordReads());
    expect(JSON.parse(rendered.body.toString())).toEqual({
      url: 'https://apps.example.ng/app/x?a=1',
      method: 'GET',
      headers: [],
      services,
      page: { ...settings, errorId: 'id-1', form: null },
    });
  });

  test('Keeps the address of the request on the host of the site, whatever the target', async () => {
    const render = renderer((request) => Promise.resolve(new Response(request.url)));
    const rendered = await render({ target: '//elsewhere.example/', id: 'id' }, recordReads());
    expect(rendered.body.toString()).toBe('https://apps.example.ng//elsewhere.example/');
  });
});

describe('Times on a page', () => {
  test('The year and the time for which the page is cached end at midnight in Lagos', async () => {
    const reads = recordReads();
    const render = renderer((_request, { page }) => Promise.resolve(new Response(page.year())));
    expect((await render({ target: '/', id: 'id' }, reads)).body.toString()).toBe('2026');
    expect(new Date(now + reads.keptForMs()).toISOString()).toBe('2026-12-31T23:00:00.000Z');
  });

  test('A page that depends on the day is cached until midnight in Lagos', async () => {
    const reads = recordReads();
    const render = renderer((_request, { page }) =>
      Promise.resolve(new Response(new Date(page.dayBegan()).toISOString())),
    );
    const { body } = await render({ target: '/', id: 'id' }, reads);
    expect(body.toString()).toBe('2026-11-21T23:00:00.000Z');
    expect(new Date(now + reads.keptForMs()).toISOString()).toBe('2026-11-22T23:00:00.000Z');
  });

  test('A day begins at midnight in Lagos even if the clock ticks while the page asks', async () => {
    let ticks = 0;
    const ticking = (): number => now + 5 * 3_600_000 + (ticks += 1);
    const render = renderer(
      (_request, { page }) => Promise.resolve(new Response(new Date(page.dayBegan()).toISOString())),
      ticking,
    );
    const { body } = await render({ target: '/', id: 'id' }, recordReads());
    expect(body.toString()).toBe('2026-11-21T23:00:00.000Z');
  });
});

describe('The captured answer', () => {
  test('Captures the status, the whole body, and no header field of a single connection', async () => {
    const headers = new Headers({
      'Content-Type': 'text/html',
      'Content-Length': '3',
      Connection: 'close',
      ETag: 'W/"x"',
    });
    headers.append('Set-Cookie', 'a=1');
    headers.append('Set-Cookie', 'b=2');
    const render = renderer(() => Promise.resolve(new Response('éb', { status: 203, headers })));
    const rendered = await render({ target: '/', id: 'id' }, recordReads());
    expect(rendered.status).toBe(203);
    expect(rendered.body.toString()).toBe('éb');
    expect(rendered.headers).toEqual([
      ['content-type', 'text/html'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
  });

  test('Counts a view only of a page that was found', async () => {
    const viewOf = async (status: number) => {
      const render = renderer((_request, { page }) => {
        page.countViewOf('app:1');
        return Promise.resolve(new Response('', { status }));
      });
      return (await render({ target: '/', id: 'id' }, recordReads())).viewOf;
    };
    expect([await viewOf(200), await viewOf(404)]).toEqual(['app:1', '']);
  });
});

describe('A failing render', () => {
  test('Reports a fault of a page that answers nevertheless with its id, and without the query', async () => {
    const error = new Error('no list');
    const render = renderer((_request, { page }) => {
      page.report(error);
      return Promise.resolve(new Response('without a list'));
    });
    expect((await render({ target: '/apps?cursor=x', id: 'id-2' }, recordReads())).body.toString()).toBe(
      'without a list',
    );
    expect(reported).toEqual([{ id: 'id-2', target: '/apps', error }]);
  });

  test('Rejects when a page fails before its answer', async () => {
    await expect(
      renderer(() => Promise.reject(new Error('thrown')))({ target: '/', id: 'id' }, recordReads()),
    ).rejects.toThrow('thrown');
  });

  test('Rejects with what the page threw in its body', async () => {
    const body = new ReadableStream({
      pull: (controller) => {
        controller.error(new Error('no database'));
      },
    });
    await expect(
      renderer(() => Promise.resolve(new Response(body)))({ target: '/', id: 'id' }, recordReads()),
    ).rejects.toThrow('no database');
  });
});
