// The baseline of `npm run bench -- hits`: Node's HTTP server with the bytes and header fields of another server's
// answers, which are requested once. Arguments: the other server's origin, and the paths.
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { browserHeaders } from './tools.ts';

const [origin = '', ...paths] = process.argv.slice(2);

/** Header fields that Node writes itself. */
const own = /^(?:date|connection|keep-alive)$/i;

const answers = new Map<string, { headers: string[]; body: Buffer }>();
const keyOf = (coding: unknown, path = ''): string => `${String(coding)} ${path}`;
for (const coding of [browserHeaders['accept-encoding'], 'identity'])
  for (const path of paths) {
    const headers = { ...browserHeaders, 'accept-encoding': coding };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(origin + path, { headers }, resolve).once('error', reject);
    });
    if (answer.statusCode !== 200) throw new Error(`GET ${path}: ${String(answer.statusCode)}`);
    const raw = answer.rawHeaders;
    const kept = raw.filter((_, index) => !own.test(raw[index - (index % 2)] ?? ''));
    answers.set(keyOf(coding, path), { headers: kept, body: await buffer(answer) });
  }

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const answer = answers.get(keyOf(request.headers['accept-encoding'], request.url));
  response.writeHead(answer ? 200 : 404, answer?.headers);
  response.end(answer?.body);
}).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
});
