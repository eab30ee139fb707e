// A network between the browser and the product that fails, for the service worker as well, which the browser's own
// emulation does not reach; that is as slow as a thin line; and behind which a new version of the site appears.
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, test as base } from './browser.ts';

export interface WeakNetwork {
  origin: string;
  /** Drops all traffic until `recover`. */
  fail(): void;
  recover(): void;
  /** Changes the version of the service worker. */
  release(version: string): void;
  close(): Promise<void>;
}

const pieceBytes = 400;
/** Longer than a frame, so that each piece is drawn. */
const pauseMs = 25;

interface Options {
  /** Whether pages arrive in pieces, of which a browser draws each. */
  inPieces?: boolean;
}

export async function startWeakNetwork(
  target: string,
  { inPieces = false }: Options = {},
): Promise<WeakNetwork> {
  let failing = false;
  let version = '';

  async function pass(found: IncomingMessage, outgoing: ServerResponse, isWorker: boolean): Promise<void> {
    const type = found.headers['content-type'] ?? '';
    if (!isWorker && !(inPieces && type.startsWith('text/html'))) return void found.pipe(outgoing);
    const body = Buffer.concat((await found.toArray()) as Buffer[]);
    // The build writes the version into the file.
    if (isWorker && version) {
      outgoing.end(body.toString().replace(/(?<=["'`])[0-9a-f]{16}(?=["'`])/g, version));
      return;
    }
    const start = isWorker ? body.length : body.indexOf('<body');
    outgoing.write(body.subarray(0, start));
    for (let at = start; at < body.length; at += pieceBytes) {
      await sleep(pauseMs);
      outgoing.write(body.subarray(at, at + pieceBytes));
    }
    outgoing.end();
  }

  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { url = '/', method, headers } = incoming;
    if (failing) return void incoming.socket.destroy();
    const isWorker = url === '/sw.js';
    const passed = { ...headers, host: new URL(target).host };
    if (isWorker || inPieces) delete passed['accept-encoding'];
    const onward = request(target + url, { method, headers: passed }, (found) => {
      const sent = { ...found.headers };
      if (isWorker || inPieces) delete sent['content-length'];
      if (isWorker) delete sent.etag;
      outgoing.writeHead(found.statusCode ?? 502, sent);
      pass(found, outgoing, isWorker).catch(() => outgoing.destroy());
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }

  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    fail() {
      failing = true;
      server.closeAllConnections();
    },
    recover: () => void (failing = false),
    release: (name) => void (version = name),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The browser reaches the product through a network that fails. */
export const test = base.extend<{ network: WeakNetwork }>({
  network: async ({ site }, use) => {
    const network = await startWeakNetwork(site.origin);
    await use(network);
    await network.close();
  },
  baseURL: async ({ network }, use) => await use(network.origin),
});

/** Paths that the worker keeps, oldest first. */
export const kept = (page: Page, cache = 'pages') =>
  page.evaluate(async (name) => {
    const keys = await (await caches.open(name)).keys();
    return keys.map(({ url }) => url.slice(location.origin.length));
  }, cache);

/** Opens a page as a later one of a visit, because only those register the worker, and waits until it is kept. */
export async function read(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/robots.txt');
  await page.evaluate((to) => {
    sessionStorage.setItem('seen_pages', '2');
    location.assign(to);
  }, path);
  await page.waitForURL(path);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
  });
  await expect.poll(() => kept(page)).toContain(path);
}
