// The baseline of the benchmarks: Node's HTTP server with the bytes and header fields of another server's
// answers, which are requested once. Arguments: the port to listen on, the other server's origin, and the
// paths.
import { createServer, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { browserHeaders } from './load.ts';

const [port = '', origin = '', ...paths] = process.argv.slice(2);

/** Header fields that Node writes itself. */
const own = /^(?:date|connection|keep-alive)$/i;

async function fetchRaw(path: string): Promise<{ headers: string[]; body: Buffer }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(origin + path, { headers: browserHeaders }, resolve).once('error', reject);
  });
  if (answer.statusCode !== 200) throw new Error(`GET ${path}: ${String(answer.statusCode)}`);
  const raw = answer.rawHeaders;
  const headers = raw.filter((_, index) => !own.test(raw[index - (index % 2)] ?? ''));
  return { headers, body: await buffer(answer) };
}

const answers = new Map<string, { headers: string[]; body: Buffer }>();
for (const path of paths) answers.set(path, await fetchRaw(path));

createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const answer = answers.get(request.url ?? '');
  if (!answer) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, answer.headers);
  response.end(answer.body);
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));
