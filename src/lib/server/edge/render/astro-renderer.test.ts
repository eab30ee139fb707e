import { describe, expect, test } from 'vitest';
import { recordReads } from '../../platform/reads/reads.ts';
import type { PageContext } from '../cache/page-context.ts';
import { createAstroRenderer, type AstroHandler, type ReportPageFault } from './astro-renderer.ts';

const settings = {
  siteUrl: 'https://apps.example.ng',
  legalReviewed: false,
};
const services = { name: 'services' };
const now = Date.UTC(2026, 10, 22);
const reported: Parameters<ReportPageFault>[0][] = [];

type Handler = AstroHandler<typeof services>;

function renderer(handler: Handler, clock = () => now) {
  return createAstroRenderer(handler, {
    bindServices: () => services,
    settings,
    reportFault: (fault) => reported.push(fault),
    clock,
  });
}

/** A handler whose page has this text. */
const saying =
  (text: (page: PageContext) => string, status = 200): Handler =>
  (_request, response, _next, { page }) => {
    response.writeHead(status);
    response.end(text(page));
  };

describe('The input of a page', () => {
  test('Gives a page the services, a page context, and a request that is the same for every visitor', async () => {
    const render = renderer(({ url, method, headers, socket }, response, _next, locals) => {
      response.end(JSON.stringify({ url, method, headers, socket, ...locals }));
    });
    const rendered = await render({ target: '//elsewhere.example/?a=1', id: 'id-1' }, recordReads());
    expect(JSON.parse(rendered.body.toString())).toEqual({
      url: '//elsewhere.example/?a=1',
      method: 'GET',
      headers: { host: 'apps.example.ng' },
      socket: { encrypted: true },
      services,
      page: { ...settings, errorId: 'id-1', form: null },
    });
  });
});

describe('Times on a page', () => {
  const dayBegan = (page: PageContext): string => new Date(page.dayBegan()).toISOString();

  test('The year and the time for which the page is cached end at midnight in Lagos', async () => {
    const reads = recordReads();
    const render = renderer(saying((page) => page.year()));
    expect((await render({ target: '/', id: 'id' }, reads)).body.toString()).toBe('2026');
    expect(new Date(now + reads.keptForMs()).toISOString()).toBe('2026-12-31T23:00:00.000Z');
  });

  test('A page that depends on the day is cached until midnight in Lagos', async () => {
    const reads = recordReads();
    const render = renderer(saying(dayBegan));
    const { body } = await render({ target: '/', id: 'id' }, reads);
    expect(body.toString()).toBe('2026-11-21T23:00:00.000Z');
    expect(new Date(now + reads.keptForMs()).toISOString()).toBe('2026-11-22T23:00:00.000Z');
  });

  test('A day begins at midnight in Lagos even if the clock ticks while the page asks', async () => {
    let ticks = 0;
    const ticking = (): number => now + 5 * 3_600_000 + (ticks += 1);
    const render = renderer(saying(dayBegan), ticking);
    const { body } = await render({ target: '/', id: 'id' }, recordReads());
    expect(body.toString()).toBe('2026-11-21T23:00:00.000Z');
  });
});

describe('The captured answer', () => {
  test('Captures the status, the whole body, and no header field of a single connection', async () => {
    const render = renderer((_request, response) => {
      response.writeHead(203, {
        'content-type': 'text/html',
        'content-length': '3',
        connection: 'close',
        etag: 'W/"x"',
        'set-cookie': ['a=1', 'b=2'],
      });
      response.write('é');
      response.end('b');
    });
    const rendered = await render({ target: '/', id: 'id' }, recordReads());
    expect(rendered.status).toBe(203);
    expect(rendered.body.toString()).toBe('éb');
    expect(rendered.headers).toEqual([
      ['content-type', 'text/html'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
  });

  test('Answers 404 where the handler knows no page', async () => {
    const render = renderer((_request, _response, next) => next());
    expect(await render({ target: '/robots.txt', id: 'id' }, recordReads())).toMatchObject({
      status: 404,
      headers: [],
      body: Buffer.alloc(0),
    });
  });

  test('Counts a view only of a page that was found', async () => {
    const viewOf = async (status: number) => {
      const render = renderer(
        saying((page) => {
          page.countViewOf('app:1');
          return '';
        }, status),
      );
      return (await render({ target: '/', id: 'id' }, recordReads())).viewOf;
    };
    expect([await viewOf(200), await viewOf(404)]).toEqual(['app:1', '']);
  });
});

describe('A failing render', () => {
  test('Reports a fault of a page that answers nevertheless with its id, and without the query', async () => {
    const error = new Error('no list');
    const render = renderer(
      saying((page) => {
        page.report(error);
        return 'without a list';
      }),
    );
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
    const render = renderer((_request, response) => {
      response.writeHead(200);
      response.write('half of it', () => response.destroy(new Error('no database')));
    });
    await expect(render({ target: '/', id: 'id' }, recordReads())).rejects.toThrow('no database');
  });

  test('Answers 500 where the handler could not render', async () => {
    const render = renderer((_request, response) => {
      response.statusCode = 500;
      response.end('Internal Server Error');
    });
    expect((await render({ target: '/', id: 'id' }, recordReads())).status).toBe(500);
  });
});
