// What lies between a browser and the site: a network that fails for real, also for the service worker, which a
// browser's own emulation does not reach; and a server that has been brought up to date.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface WeakNetwork {
  origin: string;
  /** From now on nothing gets through. */
  fail(): void;
  recover(): void;
  /** From now on this path gets no answer; the others do. */
  stall(path: string): void;
  /** From now on the service worker is another version. */
  release(version: string): void;
  /** Paths asked for so far that got through. */
  asked: string[];
  close(): Promise<void>;
}

/** @param own answers of the network itself, by path: bytes of a picture */
export async function startWeakNetwork(
  target: string,
  own: Map<string, Buffer> = new Map(),
): Promise<WeakNetwork> {
  const asked: string[] = [];
  let failing = false;
  let version = '';
  let stalled = '';

  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { url = '/', method, headers } = incoming;
    if (failing) {
      incoming.socket.destroy();
      return;
    }
    asked.push(url);
    const bytes = own.get(url);
    if (bytes) {
      outgoing.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.length }).end(bytes);
      return;
    }
    if (url === stalled) return;
    const isWorker = url === '/sw.js';
    const passed = { ...headers, host: new URL(target).host };
    if (isWorker) delete passed['accept-encoding'];
    const onward = request(target + url, { method, headers: passed }, (found) => {
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
        // scripts/build-service-worker.ts writes the version into it.
        found.on('end', () =>
          outgoing.end(version ? script.replace(/(?<=["'`])[0-9a-f]{16}(?=["'`])/g, version) : script),
        );
      }
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }

  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    asked,
    fail: () => {
      failing = true;
      server.closeAllConnections();
    },
    recover: () => {
      failing = false;
    },
    stall: (path) => {
      stalled = path;
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
