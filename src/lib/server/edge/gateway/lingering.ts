// Closing a connection on which the client still sends. Closed at once, the system answers what arrives with a reset,
// and a reset takes the answer away from a client that has not read it yet. So the connection is closed in two steps
// (RFC 9112, section 9.6): first our direction alone, then, after what still comes has been thrown away for a while,
// the whole.
import type { Socket } from 'node:net';

/** As nginx has them (lingering_time, lingering_timeout). Milliseconds. */
const usual = { longest: 30_000, idle: 5_000 };

const lingering = new Set<Socket>();
let isSparing = false;

/**
 * Runs what destroys connections that rest, and leaves those that linger and the one that has just come: to Node's HTTP
 * server they are the same.
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
const closing = new WeakSet<Socket>();

/**
 * From now on no request of this connection is answered but the one under way; after its answer the connection is
 * closed.
 */
export function closeLingering(socket: Socket): void {
  if (closing.has(socket)) return;
  closing.add(socket);
  // Node's HTTP server calls it once the answer that says `connection: close` has been handed to the system.
  socket.destroySoon = () => linger(socket);
}

/** Whether requests that come on this connection are thrown away with what is left of the one before. */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket);
}

/**
 * Ends our direction of a connection and throws away what comes, until the client has closed it or has had its time.
 */
export function linger(socket: Socket, { longest, idle } = usual): void {
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
  // The HTTP server destroys a connection that has rested so long.
  socket.setTimeout(idle);
  socket.end();
  socket.resume();
}

/** For a shutdown, which waits for answers and not for clients that go on sending. */
export function destroyLingering(): void {
  for (const socket of lingering) socket.destroy();
}
