// A proxy that makes a line slow for everything a browser sends, also for pages that it fetches ahead, which its own
// emulation does not reach; and counts what was fetched ahead.
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Lighthouse's 'Slow 4G': round trip in milliseconds, and bytes a second. */
export const slow4g = { roundTripMs: 150, bytesPerSecond: 200_000 };

export interface SlowLine {
  origin: string;
  /** Requests and bytes of bodies that were fetched ahead, and of the rules for that. */
  ahead: { requests: number; bytes: number };
  /** The address that the server sees; it must trust the proxy. */
  visitor: string;
  /** The page that takes the place of those whose paths begin so; null for none. */
  instead: { of: string; html: string } | null;
  close(): Promise<void>;
}

export async function startSlowLine(
  target: string,
  { roundTripMs, bytesPerSecond } = slow4g,
): Promise<SlowLine> {
  const agent = new Agent({ keepAlive: true });
  const known = new WeakSet<Socket>();
  const ahead = { requests: 0, bytes: 0 };
  /** When the line has sent all that waits. */
  let freeAt = 0;
  const line: SlowLine = {
    origin: '',
    ahead,
    visitor: '10.0.0.1',
    instead: null,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { url = '/', method, headers, socket } = incoming;
    // A new connection takes another round trip.
    await wait(known.has(socket) ? roundTripMs : 2 * roundTripMs);
    known.add(socket);
    const sent = request(target + url, {
      agent,
      method,
      headers: { ...headers, 'x-forwarded-for': line.visitor },
    });
    incoming.pipe(sent);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const { instead } = line;
    const isReplaced = instead !== null && url.startsWith(instead.of);
    const body = isReplaced ? Buffer.from(instead.html) : Buffer.concat(chunks);
    if (headers['sec-purpose'] !== undefined || url.startsWith('/speculation-rules.json')) {
      ahead.requests += 1;
      ahead.bytes += body.length;
    }
    freeAt = Math.max(freeAt, performance.now()) + (body.length / bytesPerSecond) * 1000;
    await wait(Math.max(0, freeAt - performance.now()));
    const sentHeaders = isReplaced ? { 'content-type': 'text/html; charset=utf-8' } : answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, sentHeaders).end(body);
  }

  const server = createServer((incoming, outgoing) => {
    // A browser that leaves a page breaks its requests off.
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  line.origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return line;
}
