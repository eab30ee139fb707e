// A proxy between the browser and the site that simulates a failing network, also for the service worker, which the
// browser's own emulation does not reach; and a server that was updated.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface WeakNetwork {
  origin: string;
  /** Drops all traffic until `recover`. */
  fail(): void;
  recover(): void;
  /** Leaves this path without an answer until `recover`; the others work. */
  stall(path: string): void;
  /** Breaks the requests that wait so, and later ones of the path. */
  breakStalled(): void;
  /**
   * Breaks the connection during the next write of this path: after `bytes` of its body or, without them, after the
   * server has done it and before its answer is passed on. Resolves then; all traffic is dropped until `recover`.
   */
  breakDuring(path: string, bytes?: number): Promise<void>;
  /** Changes the version of the service worker. */
  release(version: string): void;
  /** Paths that were requested and got through. */
  asked: string[];
  close(): Promise<void>;
}

/** @param own pictures that the proxy itself serves, by path */
export async function startWeakNetwork(
  target: string,
  own: Map<string, Buffer> = new Map(),
): Promise<WeakNetwork> {
  const asked: string[] = [];
  let failing = false;
  let version = '';
  let stalled = '';
  let broken = '';
  const waiting: IncomingMessage[] = [];
  let pendingBreak: { path: string; bytes: number | undefined; isBroken: () => void } | null = null;

  function fail(): void {
    failing = true;
    server.closeAllConnections();
  }

  /** @returns a function that breaks the connection after the server's answer; undefined if it is not to break then */
  function scheduleBreak(incoming: IncomingMessage): (() => void) | undefined {
    const { url = '', method } = incoming;
    if (pendingBreak === null || method === 'GET' || url !== pendingBreak.path) return undefined;
    const { bytes, isBroken } = pendingBreak;
    pendingBreak = null;
    const breakNow = (): void => {
      fail();
      isBroken();
    };
    if (bytes === undefined) return breakNow;
    let received = 0;
    incoming.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received >= bytes && !failing) breakNow();
    });
    return undefined;
  }

  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { url = '/', method, headers } = incoming;
    if (failing || url === broken) {
      incoming.socket.destroy();
      return;
    }
    asked.push(url);
    const bytes = own.get(url);
    if (bytes) {
      outgoing.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.length }).end(bytes);
      return;
    }
    if (url === stalled) {
      waiting.push(incoming);
      return;
    }
    const isWorker = url === '/sw.js';
    const passed = { ...headers, host: new URL(target).host };
    if (isWorker) delete passed['accept-encoding'];
    const breakAfter = scheduleBreak(incoming);
    const onward = request(target + url, { method, headers: passed }, (found) => {
      if (breakAfter) {
        found.resume().on('end', breakAfter);
        return;
      }
      const sent = { ...found.headers };
      if (isWorker) {
        delete sent['content-length'];
        delete sent.etag;
      }
      outgoing.writeHead(found.statusCode ?? 502, sent);
      if (!isWorker) found.pipe(outgoing);
      else {
        found.setEncoding('utf8');
        let script = '';
        found.on('data', (chunk: string) => (script += chunk));
        // astro.config.mjs writes the version into the file.
        found.on('end', () =>
          outgoing.end(version ? script.replace(/(?<=["'`])[0-9a-f]{16}(?=["'`])/g, version) : script),
        );
      }
    });
    onward.on('error', () => outgoing.destroy());
    // Half a body is not a request: the server must notice that the sender is gone.
    incoming.on('close', () => {
      if (!incoming.complete) onward.destroy();
    });
    incoming.pipe(onward);
  }

  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    asked,
    fail,
    recover: () => {
      failing = false;
    },
    stall: (path) => {
      stalled = path;
    },
    breakStalled: () => {
      // Browsers ask once more when a connection breaks without an answer.
      broken = stalled;
      for (const { socket } of waiting.splice(0)) socket.destroy();
    },
    breakDuring: (path, bytes) => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      pendingBreak = { path, bytes, isBroken: () => resolve(undefined) };
      return promise;
    },
    release: (name) => {
      version = name;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
