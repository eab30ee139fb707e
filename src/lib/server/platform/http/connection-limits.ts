// How many connections there may be. Threat: each one costs memory and a file descriptor, whoever opened it and whatever it sends.
import type { Socket } from 'node:net';
import { canonicalAddress, isLocal } from '../client.ts';

export interface ConnectionLimits {
  /** Of all clients together. A connection that is open costs about 15 KB. */
  all: number;
  /**
   * Of one address. A browser opens six, and hundreds of people can share the address of a mobile provider; those of them that
   * rest are closed first. Not counted for this machine and behind a trusted proxy, where every connection has the proxy's address.
   */
  client: number;
}

export const connectionLimits: ConnectionLimits = { all: 4_000, client: 400 };

/** From this share of `all` on, connections that rest between two requests are closed. */
const fullFrom = 0.75;

/** How often they are looked for: it takes a walk over all connections. Milliseconds. */
const closeIdleEvery = 1_000;

interface Options {
  limits: ConnectionLimits;
  trustProxy: boolean;
  closeIdle(): void;
}

/** @returns whether a new connection may stay; counts it until it is closed where it may */
export function createConnectionGate({
  limits,
  trustProxy,
  closeIdle,
}: Options): (socket: Socket) => boolean {
  const byClient = new Map<string, number>();
  let all = 0;
  let lastClosed = -Infinity;

  function makeRoom(): void {
    const now = performance.now();
    if (now - lastClosed < closeIdleEvery) return;
    lastClosed = now;
    closeIdle();
  }

  return (socket) => {
    const address = canonicalAddress(socket.remoteAddress ?? '');
    const isCounted = !trustProxy && !isLocal({ address });
    const own = byClient.get(address) ?? 0;
    if (all >= limits.all * fullFrom || (isCounted && own >= limits.client * fullFrom)) makeRoom();
    if (all >= limits.all || (isCounted && own >= limits.client)) return false;
    all += 1;
    if (isCounted) byClient.set(address, own + 1);
    socket.once('close', () => {
      all -= 1;
      const left = (byClient.get(address) ?? 0) - 1;
      if (!isCounted) return;
      if (left > 0) byClient.set(address, left);
      else byClient.delete(address);
    });
    return true;
  };
}
