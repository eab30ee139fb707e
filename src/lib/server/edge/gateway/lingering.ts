// Closes connections on which the client still sends. If such a connection is closed at once, the kernel answers what
// arrives with a reset, and a client that has not read its answer yet loses it. So it is closed in two steps (RFC 9112,
// section 9.6): first our direction, then, after incoming bytes were discarded for a while, the other. A server that
// shuts down waits for answers and for arriving bodies, but not for a client that has stopped sending.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** The defaults of nginx (lingering_time, lingering_timeout), in milliseconds. */
const defaults = { longest: 30_000, idle: 5_000 };

const lingering = new Set<Socket>();
const closing = new WeakSet<Socket>();
let isSparing = false;

/**
 * Runs `work`, which destroys idle connections, but spares lingering ones and the one that has just arrived: Node's
 * HTTP server cannot tell them from idle ones.
 */
export function sparing(arriving: Socket, work: () => void): void {
  const { destroy } = arriving;
  arriving.destroy = () => arriving;
  isSparing = true;
  try {
    work();
  } finally {
    isSparing = false;
    arriving.destroy = destroy;
  }
}

/**
 * Closes the connection after the answer to the current request; later requests on it are discarded.
 */
export function closeLingering(socket: Socket): void {
  if (closing.has(socket)) return;
  closing.add(socket);
  // Node's HTTP server calls it once the answer with `connection: close` was handed to the kernel.
  socket.destroySoon = () => linger(socket);
}

/** Whether further requests on this connection are discarded. */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket);
}

/**
 * Ends our direction of a connection and discards incoming bytes until the client closes it or a timeout passes.
 */
export function linger(socket: Socket, { longest, idle } = defaults): void {
  if (lingering.has(socket) || socket.destroyed) return;
  closing.add(socket);
  lingering.add(socket);
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => (isSparing ? socket : destroy(error));
  const timer = setTimeout(() => socket.destroy(), longest);
  socket.once('close', () => {
    clearTimeout(timer);
    lingering.delete(socket);
  });
  // The HTTP server destroys a connection that is idle for so long.
  socket.setTimeout(idle);
  socket.end();
  socket.resume();
}

/** For a shutdown, which waits for answers but not for clients that keep sending. */
function destroyLingering(): void {
  for (const socket of lingering) socket.destroy();
}

/** Minimum growth of an arriving body within `stalledMs`, in bytes; the slowest phone network sends more. */
const minBytes = 1_024;
const stalledMs = 2_000;

/** The part of a RequestBody that is used here. */
interface AwaitedBody {
  stream: unknown;
  isAwaited(): boolean;
}

export interface OpenBodies {
  /** Tracks a body until the returned function is called after the answer to its request. */
  follow(body: AwaitedBody, socket: Socket): () => void;
  /** Closes the connections of bodies that have stalled since the first call. Call it repeatedly. */
  closeStalled(): void;
}

interface Seen {
  bytes: number;
  at: number;
}

export function createOpenBodies(now: () => number = () => performance.now()): OpenBodies {
  const open = new Map<AwaitedBody, { socket: Socket; seen: Seen | null }>();

  return {
    follow(body, socket) {
      if (body.stream === null) return () => undefined;
      open.set(body, { socket, seen: null });
      return () => void open.delete(body);
    },
    closeStalled() {
      for (const [body, entry] of open) {
        const bytes = entry.socket.bytesRead;
        // Otherwise the client waits for the server.
        if (!body.isAwaited()) entry.seen = null;
        else if (entry.seen === null || bytes - entry.seen.bytes >= minBytes)
          entry.seen = { bytes, at: now() };
        else if (now() - entry.seen.at >= stalledMs) {
          open.delete(body);
          entry.socket.destroy();
        }
      }
    },
  };
}

/** How long the request of a connection that was just accepted may take to arrive. */
const arrivingMs = 500;
/** How long a head may take that arrives during a shutdown, from its first byte. */
const arrivingHeadMs = 2_000;

/** Stops accepting, and resolves when the last answer is sent and every connection is closed. */
export async function closeServer(server: Server, bodies: OpenBodies): Promise<void> {
  const closed = once(server, 'close');
  // Not the method of the HTTP server, which closes idle connections at once: one that was accepted a moment ago is
  // idle too, until its request is read, and its client would see a reset.
  NetServer.prototype.close.call(server);
  // Otherwise a client that never ends its head would delay the restart.
  server.headersTimeout = arrivingHeadMs;
  const began = performance.now();
  const sweep = setInterval(() => {
    if (performance.now() - began > arrivingMs) server.closeIdleConnections();
    destroyLingering();
    bodies.closeStalled();
  }, 50);
  await closed;
  clearInterval(sweep);
}
