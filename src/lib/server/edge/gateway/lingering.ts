// Closes connections on which the client still sends. If such a connection is closed at once, the kernel answers what
// arrives with a reset, and a client that has not read its answer yet loses it. So it is closed in two steps (RFC 9112,
// section 9.6): first our direction, then, after incoming bytes were discarded for a while, the other.
import type { Socket } from 'node:net';

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
export function destroyLingering(): void {
  for (const socket of lingering) socket.destroy();
}
