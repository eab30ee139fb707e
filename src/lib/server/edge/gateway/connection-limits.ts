// How many connections there may be. Threat: each one costs memory and a file descriptor, whoever opened it and
// whatever it sends.
import type { Socket } from 'node:net';
import { canonicalAddress, isLocal, networksOf } from '../../platform/security/client.ts';
import { linger } from './lingering.ts';

export interface ConnectionLimits {
  /** Of all clients together. A connection that is open costs about 15 KB. */
  all: number;
  /**
   * Of one address. A browser opens six, and hundreds of people can share the address of a mobile provider; those of
   * them that rest are closed first. Not counted for this machine and behind a trusted proxy, where every connection
   * has the proxy's address.
   */
  client: number;
  /** Of each network around it (/24, /56, /48): one line of IPv6 has 256 addresses. */
  network: number;
}

/**
 * Whose connections are too many, as the metrics count it: everybody's, those of one address, or those of one network.
 */
export type ConnectionRefusal = 'all' | 'client' | 'network';

export const connectionLimits: ConnectionLimits = { all: 4_000, client: 400, network: 1_200 };

/** From this share of `all` on, connections that rest between two requests are closed. */
const fullFrom = 0.75;

/** How often they are looked for: it takes a walk over all connections. Milliseconds. */
const closeIdleEvery = 1_000;

interface Options {
  limits: ConnectionLimits;
  trustProxy: boolean;
  /** Closes connections that rest, but not the one that has just come. */
  closeIdle(arriving: Socket): void;
}

interface Subject {
  kind: ConnectionRefusal;
  name: string;
  most: number;
}

/** @returns why a new connection may not stay; null where it may, and it counts until it is closed */
export function createConnectionGate({
  limits,
  trustProxy,
  closeIdle,
}: Options): (socket: Socket) => ConnectionRefusal | null {
  const open = new Map<string, number>();
  let all = 0;
  let lastClosed = -Infinity;

  function makeRoom(arriving: Socket): void {
    const now = performance.now();
    if (now - lastClosed < closeIdleEvery) return;
    lastClosed = now;
    closeIdle(arriving);
  }

  /** Whom a connection counts for, and how many of theirs there may be. */
  function subjectsOf(socket: Socket): Subject[] {
    const address = canonicalAddress(socket.remoteAddress ?? '');
    if (trustProxy || isLocal({ address })) return [];
    return [
      { kind: 'client', name: address, most: limits.client },
      ...networksOf({ address }).map((name) => ({ kind: 'network' as const, name, most: limits.network })),
    ];
  }

  return (socket) => {
    const subjects = subjectsOf(socket);
    const fullAt = (share: number): ConnectionRefusal | null =>
      all >= limits.all * share
        ? 'all'
        : (subjects.find(({ name, most }) => (open.get(name) ?? 0) >= most * share)?.kind ?? null);
    if (fullAt(fullFrom) !== null) makeRoom(socket);
    const refusal = fullAt(1);
    if (refusal !== null) return refusal;
    all += 1;
    for (const { name } of subjects) open.set(name, (open.get(name) ?? 0) + 1);
    socket.once('close', () => {
      all -= 1;
      for (const { name } of subjects) {
        const left = (open.get(name) ?? 0) - 1;
        if (left > 0) open.set(name, left);
        else open.delete(name);
      }
    });
    return null;
  };
}

const sentence = 'Too many connections are open. Wait a few seconds and try again.\n';

/** Prebuilt, so that a refusal costs one write. */
const refusal = Buffer.from(
  'HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n' +
    'cache-control: no-store\r\nx-content-type-options: nosniff\r\nretry-after: 5\r\n' +
    `content-length: ${Buffer.byteLength(sentence)}\r\n\r\n${sentence}`,
);

/**
 * A refused connection is beyond the limits, so it gets less time to read its answer than others, and only so many get
 * one.
 */
const farewell = { longest: 2_000, idle: 1_000, most: 200 };

let leaving = 0;

/** Tells a client why its connection is closed, and closes it. */
export function refuseConnection(socket: Socket): void {
  if (leaving >= farewell.most) {
    socket.destroy();
    return;
  }
  leaving += 1;
  socket.once('close', () => (leaving -= 1));
  socket.write(refusal);
  linger(socket, farewell);
}
