// How many connections there may be, and how they end.
import { once } from 'node:events';
import { Server as NetServer, type Socket } from 'node:net';
import type { Server } from 'node:http';
import type { TrustProxy } from '../platform/config/config.ts';
import { canonicalAddress, isLocal, networksOf } from '../platform/security/client.ts';
import { isProxy } from './client.ts';

/**
 * Of all clients, and of a network (a /24, or the /56 of an IPv6 address), where hundreds of people can share the
 * addresses of a mobile provider. Threat: each costs 15 KB and a file descriptor, whatever it sends.
 */
const most = { all: 4_000, network: 1_200 };

/** Which limit refused a connection, as the metrics count it. */
export type ConnectionRefusal = keyof typeof most;

/**
 * Closes connections beyond the limits. That of a network is not for this machine and a trusted proxy, which speaks for
 * everybody.
 */
export function capSockets(
  server: Server,
  trustProxy: TrustProxy,
  onRefused: (kind: ConnectionRefusal) => void,
): void {
  const open = new Map<string, number>();
  server.maxConnections = most.all;
  server.on('drop', () => onRefused('all'));
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? '';
    const address = canonicalAddress(peer);
    if (isProxy(peer, trustProxy) || isLocal({ address })) return;
    const [network = address] = networksOf({ address });
    const count = (open.get(network) ?? 0) + 1;
    if (count > most.network) {
      onRefused('network');
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

const closing = new WeakSet<Socket>();

/** Whether further requests on this connection are discarded. */
export const isClosing = (socket: Socket): boolean => closing.has(socket);

/** Nothing that follows on the connection is processed: it may be the rest of a body. */
export const closeAfterAnswer = (socket: Socket): void => void closing.add(socket);

/** How long the request of a connection that was just accepted may take to arrive, and its head from its first byte. */
const arriving = { requestMs: 500, headMs: 2_000 };

/** Stops accepting, and resolves when the last answer is sent and every connection is closed. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  // Not the method of the HTTP server, which closes idle connections at once: one that was accepted a moment ago is
  // idle too, until its request is read, and its client would see a reset.
  NetServer.prototype.close.call(server);
  server.headersTimeout = arriving.headMs;
  const began = performance.now();
  const sweep = setInterval(() => {
    if (performance.now() - began > arriving.requestMs) server.closeIdleConnections();
  }, 50);
  await closed;
  clearInterval(sweep);
}
