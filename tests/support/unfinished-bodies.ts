// Connections that send only the beginning of a body.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const crlf = '\r\n';
const large = 250_000;

/** Beginnings of a login, a sign-up in chunks, an upload without a token, and a POST to a page. */
const kinds: ((size: number) => [head: string, part: Buffer])[] = [
  (size) => [
    `POST /api/v1/token/ HTTP/1.1${crlf}Host: a${crlf}Content-Type: application/json${crlf}Content-Length: ${large}${crlf}${crlf}`,
    Buffer.alloc(size, 32),
  ],
  (size) => [
    `POST /api/v1/user/ HTTP/1.1${crlf}Host: a${crlf}Content-Type: application/json${crlf}Transfer-Encoding: chunked${crlf}${crlf}${large.toString(16)}${crlf}`,
    Buffer.alloc(size, 32),
  ],
  (size) => [
    `POST /api/v1/app/ HTTP/1.1${crlf}Host: a${crlf}Content-Type: multipart/form-data; boundary=b${crlf}Content-Length: 20000000${crlf}${crlf}--b${crlf}`,
    Buffer.alloc(size, 97),
  ],
  (size) => [
    `POST /about HTTP/1.1${crlf}Host: a${crlf}Content-Length: ${large}${crlf}${crlf}`,
    Buffer.alloc(size, 97),
  ],
];

export interface Wave {
  /** Number of connections by the status of their answer. */
  statuses: Record<number, number>;
  close(): Promise<void>;
}

/** Opens `count` connections and sends the beginning of a body on each. */
export async function openUnfinished(port: number, count: number): Promise<Wave> {
  const statuses: Record<number, number> = {};
  const sockets: Socket[] = [];
  await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      sockets.push(socket);
      // The server closes some of them.
      socket.on('error', () => undefined);
      let isAnswered = false;
      socket.on('data', (chunk: Buffer) => {
        const status = Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1] ?? 0);
        if (!isAnswered) statuses[status] = (statuses[status] ?? 0) + 1;
        isAnswered = true;
      });
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
      const kind = kinds[number % kinds.length];
      if (!kind || socket.destroyed) return;
      const [head, part] = kind(number % 3 === 0 ? 200_000 : number % 3 === 1 ? 20_000 : 10);
      socket.write(head);
      socket.write(part);
    }),
  );
  return {
    statuses,
    async close() {
      const closed = sockets.filter((socket) => !socket.closed).map((socket) => once(socket, 'close'));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}
