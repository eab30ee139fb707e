// Counts connections where they begin, whichever code begins them.
import { Socket } from 'node:net';

export interface ConnectionAttempts {
  /** `address:port` of all since the start. */
  readonly all: readonly string[];
  stop(): void;
}

export function watchConnections(): ConnectionAttempts {
  const all: string[] = [];
  const original = Object.getOwnPropertyDescriptor(Socket.prototype, 'connect');
  if (original === undefined) throw new Error('Sockets have no method to connect.');
  const connect = original.value as (this: Socket, ...given: unknown[]) => Socket;
  Object.defineProperty(Socket.prototype, 'connect', {
    ...original,
    value(this: Socket, ...given: unknown[]): Socket {
      // Sent after the look-up of the name, right before the connection begins.
      this.on('connectionAttempt', (address, port) => all.push(`${address}:${String(port)}`));
      return connect.apply(this, given);
    },
  });
  return { all, stop: () => Object.defineProperty(Socket.prototype, 'connect', original) };
}
