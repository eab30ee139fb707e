import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface PostgresGate {
  url: string;
  /** How many connections were made to it. */
  callers(): number;
  /** Nothing passes while it is silent, and no connection is closed. */
  setSilent(silent: boolean): void;
  /** Breaks the connection of the next commit, once PostgreSQL has answered it. */
  breakAtCommit(): void;
  /** As `breakAtCommit`, but breaks every connection and takes no more, as when the process is killed. */
  endAtCommit(): void;
}

/** A proxy in front of a PostgreSQL database that can fail like a network or a machine. Ends with the test. */
export async function startPostgresGate(url: string): Promise<PostgresGate> {
  let silent = false;
  let callers = 0;
  let breaksAtCommit = false;
  let endsAtCommit = false;
  const sockets: Socket[] = [];
  const { hostname, port } = new URL(url);
  const gate = createServer((caller) => {
    callers += 1;
    const behind = createConnection(Number(port), hostname);
    sockets.push(caller, behind);
    let isCommitting = false;
    caller.on('data', (bytes) => {
      if (silent) return;
      if (breaksAtCommit && bytes.includes('commit')) {
        breaksAtCommit = false;
        isCommitting = true;
      }
      behind.write(bytes);
    });
    behind.on('data', (bytes) => {
      if (isCommitting && endsAtCommit) end();
      else if (isCommitting) behind.destroy();
      else if (!silent) caller.write(bytes);
    });
    for (const [one, other] of [
      [caller, behind],
      [behind, caller],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(gate, 'listening');
  function end(): void {
    for (const socket of sockets) socket.destroy();
    gate.close();
  }
  onTestFinished(end);
  const address = new URL(url);
  address.port = String((gate.address() as AddressInfo).port);
  return {
    url: address.href,
    callers: () => callers,
    setSilent: (value) => void (silent = value),
    breakAtCommit: () => void (breaksAtCommit = true),
    endAtCommit: () => void (breaksAtCommit = endsAtCommit = true),
  };
}
