// How many connections there may be. Threat: each one costs memory and a file descriptor, whoever opened it and whatever it sends.
import type { Socket } from 'node:net';
import { canonicalAddress, isLocal, networksOf } from '../client.ts';

export interface ConnectionLimits {
  /** Of all clients together. A connection that is open costs about 15 KB. */
  all: number;
  /**
   * Of one address. A browser opens six, and hundreds of people can share the address of a mobile provider; those of them that
   * rest are closed first. Not counted for this machine and behind a trusted proxy, where every connection has the proxy's address.
   */
  client: number;
  /** Of each network around it (/24, /56, /48): one line of IPv6 has 256 addresses. */
  network: number;
}

export const connectionLimits: ConnectionLimits = { all: 4_000, client: 400, network: 1_200 };

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
  const open = new Map<string, number>();
  let all = 0;
  let lastClosed = -Infinity;

  function makeRoom(): void {
    const now = performance.now();
    if (now - lastClosed < closeIdleEvery) return;
    lastClosed = now;
    closeIdle();
  }

  /** Whom a connection counts for, and how many of theirs there may be. */
  function subjectsOf(socket: Socket): (readonly [subject: string, most: number])[] {
    const address = canonicalAddress(socket.remoteAddress ?? '');
    if (trustProxy || isLocal({ address })) return [];
    const networks = networksOf({ address }).map((network) => [network, limits.network] as const);
    return [[address, limits.client], ...networks];
  }

  return (socket) => {
    const subjects = subjectsOf(socket);
    const isFrom = (share: number) =>
      all >= limits.all * share ||
      subjects.some(([subject, most]) => (open.get(subject) ?? 0) >= most * share);
    if (isFrom(fullFrom)) makeRoom();
    if (isFrom(1)) return false;
    all += 1;
    for (const [subject] of subjects) open.set(subject, (open.get(subject) ?? 0) + 1);
    socket.once('close', () => {
      all -= 1;
      for (const [subject] of subjects) {
        const left = (open.get(subject) ?? 0) - 1;
        if (left > 0) open.set(subject, left);
        else open.delete(subject);
      }
    });
    return true;
  };
}
