// Limits the number of connections. Threat: each one costs memory and a file descriptor, whatever it sends.
import type { TrustProxy } from '../../platform/config/config.ts';
import { isProxy } from './client-address.ts';
import type { Socket } from 'node:net';
import { canonicalAddress, isLocal, networksOf } from '../../platform/security/client.ts';
import { linger } from './lingering.ts';

export interface ConnectionLimits {
  /** Maximum of all clients together. An open connection costs about 15 KB. */
  all: number;
  /**
   * Maximum of one address. A browser opens six, and hundreds of people can share the address of a mobile provider;
   * idle ones are closed first. Not counted for this machine and behind a trusted proxy, where every connection has the
   * proxy's address.
   */
  client: number;
  /** Maximum of each network around it (/24, /56, /48): one IPv6 line has 256 addresses. */
  network: number;
}

/**
 * Which limit refused a connection, as the metrics count it: that of all, of one address, or of one network.
 */
export type ConnectionRefusal = 'all' | 'client' | 'network';

export const connectionLimits: ConnectionLimits = { all: 4_000, client: 400, network: 1_200 };

/** Share of a limit from which on idle connections are closed. */
const crowdedShare = 0.75;

/** Minimum milliseconds between two searches for idle connections, each of which walks over all. */
const closeIdleEveryMs = 1_000;

interface Options {
  limits: ConnectionLimits;
  trustProxy: TrustProxy;
  /** Closes idle connections, but not the one that has just arrived. */
  closeIdle(arriving: Socket): void;
}

interface Subject {
  kind: ConnectionRefusal;
  name: string;
  most: number;
}

/** @returns a function that admits a connection and counts it until it is closed (null), or says why it may not stay */
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
    if (now - lastClosed < closeIdleEveryMs) return;
    lastClosed = now;
    closeIdle(arriving);
  }

  /** The subjects that a connection counts for, with their limits. */
  function subjectsOf(socket: Socket): Subject[] {
    const peer = socket.remoteAddress ?? '';
    const address = canonicalAddress(peer);
    if (isProxy(peer, trustProxy) || isLocal({ address })) return [];
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
    if (fullAt(crowdedShare) !== null) makeRoom(socket);
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
 * Refused connections are beyond the limits, so they get less time to read their answer than others, and only `most` at
 * a time get one.
 */
const farewell = { longest: 2_000, idle: 1_000, most: 200 };

let leaving = 0;

/** Sends 503 and closes the connection. */
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
