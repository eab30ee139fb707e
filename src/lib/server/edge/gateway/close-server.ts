import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { destroyLingering } from './lingering.ts';
import type { OpenBodies } from './open-bodies.ts';

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
  // Else one client that never ends its head keeps everybody else waiting for the restart.
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
