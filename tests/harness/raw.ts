// Requests to the letter: addresses that `fetch` would change, codings that it would decode, bytes that are no HTTP.
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Heard {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export async function ask(
  origin: string,
  target: string,
  { method, headers, body }: Sent = {},
): Promise<Heard> {
  const { hostname: host, port } = new URL(origin);
  const sent = request({ host, port, path: target, method, headers, agent: false });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: bytes, text: bytes.toString() };
}

/** @returns all that comes back until the server closes the connection, also where it does so with a reset */
export async function sendBytes(origin: string, ...parts: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1'))).on('error', () => undefined);
  for (const part of parts) socket.write(part);
  const closed = Promise.withResolvers<string>();
  socket.on('close', () => closed.resolve(heard));
  return await closed.promise;
}
