import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { ConfigError } from '../platform/config/config.ts';

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
  server: Server,
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
