// Where connections are accepted, how many there may be, and how they end.
import { once } from 'node:events';
import { type AddressInfo, createServer, Server as NetServer, type Socket } from 'node:net';
import type { Server } from 'node:http';
import { ConfigError } from '../platform/errors.ts';
import { canonicalAddress, isLocal, networksOf } from '../platform/security/client.ts';
import type { Trusts } from './client.ts';

/** The variables that name the addresses of the site and of its metrics. */
export const siteVariables = { host: 'HOST', port: 'PORT' };
export const metricsVariables = { host: 'METRICS_HOST', port: 'METRICS_PORT' };

export interface ListenAddress {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** File descriptor of an inherited listening socket, used instead of the address. */
  socket?: number | undefined;
  variables: typeof siteVariables;
}

/**
 * Connections that may wait in the kernel, as in deploy/naijabuilt.socket. Listening again at a socket replaces the
 * number that its holder has set, by default with 511; clients that connect during a restart wait there.
 */
const backlog = 4_096;

/**
 * Resolves with the address once connections are accepted.
 * @throws ConfigError with one line that names the variable, where the address cannot be used
 */
export async function listen(
  server: NetServer,
  { host, port, socket, variables }: ListenAddress,
): Promise<AddressInfo> {
  if (socket === undefined) server.listen({ port, host });
  else server.listen({ fd: socket }, backlog);
  try {
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('It has no port.');
    return address;
  } catch (error) {
    if (socket !== undefined)
      throw new ConfigError(
        'LISTEN_FDS=1: what was handed over is no socket of TCP. Let the socket unit listen at an address and a port, such as ListenStream=127.0.0.1:4321.',
        { cause: error },
      );
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const named = { host: `${variables.host}=${host}`, port: `${variables.port}=${port}` };
    throw new ConfigError(refusal(code, named), { cause: error });
  }
}

/**
 * Checks that an address can be used, before the start does any work.
 * @throws ConfigError if it cannot
 */
export async function checkAddress(address: ListenAddress): Promise<void> {
  const server = createServer();
  await listen(server, address);
  await once(server.close(), 'close');
}

function refusal(code: string, { host, port }: { host: string; port: string }): string {
  const choose = 'Set it to an address of this machine, or 0.0.0.0 for all that it has.';
  if (code === 'EADDRINUSE') return `${port}: another program listens there. Stop it or choose another port.`;
  if (code === 'EACCES') return `${port}: this user may not listen there. Choose a port from 1024.`;
  if (code === 'EADDRNOTAVAIL') return `${host}: this machine does not have that address. ${choose}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `${host}: no address is known for it. ${choose}`;
  return `${host}, ${port}: nothing can listen there (${code}). ${choose}`;
}

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
  trusts: Trusts,
  onRefused: (kind: ConnectionRefusal) => void,
): void {
  const open = new Map<string, number>();
  server.maxConnections = most.all;
  server.on('drop', () => onRefused('all'));
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? '';
    const address = canonicalAddress(peer);
    if (trusts?.(peer, 0) || isLocal({ address })) return;
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
