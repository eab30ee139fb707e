// A page that arrives in small pieces, as on a thin line, which a browser draws before it has all of it.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { expect, test } from '../support/browser.ts';
import { sumOfShifts, watchShifts } from '../support/layout-shifts.ts';
import { sampleApp } from '../support/samples.ts';

const pieceBytes = 400;
/** Longer than a frame, so that each piece is drawn. */
const pauseMs = 25;

async function forwardInPieces(
  site: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await fetch(new URL(request.url ?? '/', site), {
    headers: { accept: request.headers.accept ?? '*/*' },
  });
  const type = answer.headers.get('content-type') ?? '';
  const policy = answer.headers.get('content-security-policy');
  response.writeHead(answer.status, {
    'content-type': type,
    ...(policy !== null && { 'content-security-policy': policy }),
  });
  const body = Buffer.from(await answer.arrayBuffer());
  const start = type.startsWith('text/html') ? body.indexOf('<body') : body.length;
  response.write(body.subarray(0, start));
  for (let at = start; at < body.length; at += pieceBytes) {
    await sleep(pauseMs);
    response.write(body.subarray(at, at + pieceBytes));
  }
  response.end();
}

/** Forwards to the site, and sends each page in pieces. */
async function serveInPieces(site: string) {
  const server = createServer((request, response) => {
    forwardInPieces(site, request, response).catch((error: unknown) => {
      // The browser reports it as a failed request.
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

for (const width of [360, 1280]) {
  test.describe(`At ${width} pixels`, () => {
    test.use({ viewport: { width, height: 800 }, ownContext: true });

    test('What has arrived of a page stays in its place while the rest arrives', async ({
      page,
      baseURL,
    }) => {
      const slow = await serveInPieces(baseURL ?? '');
      const app = await sampleApp(page, 2);
      await watchShifts(page);
      try {
        for (const path of [
          '/',
          urls.apps(),
          '/search?q=health',
          urls.app(app.name_id),
          '/signup',
          '/saved',
        ]) {
          await page.goto(slow.origin + path, { waitUntil: 'networkidle' });
          expect(await sumOfShifts(page), path).toBeLessThan(0.1);
        }
      } finally {
        await slow.close();
      }
    });
  });
}
