// Bytes of pages: the HTML with its styles in brotli, as a second visitor gets it, and behind the compression
// dictionary of the build, and the scripts that a page loads without an action, as they are sent: in brotli.
import { hash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { ask } from '../../tests/harness/raw.ts';
import { directoryOf, mostVisited, report, startBenched, type Options, type Rows } from './tools.ts';

async function get(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers } });
  if (!answer.ok) throw new Error(`GET ${url}: ${String(answer.status)}`);
  return answer;
}

/** Bytes of a body as it was sent. Asked a few times, because an answer that has lasted is compressed once more. */
async function bytesOf(url: string, headers: Record<string, string>): Promise<number> {
  let bytes = 0;
  for (let time = 0; time < 4; time += 1) {
    // Not read, because this process has no decoder for dictionaries.
    const answer = await fetch(url, { method: 'GET', headers });
    bytes = Number(answer.headers.get('content-length'));
    await answer.body?.cancel();
  }
  return bytes;
}

/** Adds the script and everything that it imports statically. */
async function collect(url: string, sizes: Map<string, number>): Promise<void> {
  if (sizes.has(url)) return;
  sizes.set(url, 0);
  const source = await (await get(url)).text();
  sizes.set(url, brotliCompressSync(source).length);
  for (const [, specifier = ''] of source.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{0,2}\/[^"']+\.js)["']/g))
    await collect(new URL(specifier, url).href, sizes);
}

/** Header fields of a browser that has stored the dictionary. */
async function fieldsWithDictionary(origin: string): Promise<Record<string, string>> {
  // As from the second page of a visit on; `fetch` has a mode of its own.
  const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'accept-encoding': 'dcz' };
  const { headers: told } = await ask(origin, '/', { headers });
  const path = /<([^>]+)>; rel="?compression-dictionary/.exec(String(told['link']))?.[1];
  if (path === undefined) throw new Error('The home page names no dictionary.');
  const dictionary = Buffer.from(await (await get(new URL(path, origin).href)).arrayBuffer());
  const name = hash('sha256', dictionary, 'base64');
  return { 'accept-encoding': 'br, zstd, dcb, dcz', 'available-dictionary': `:${name}:` };
}

export async function bytes(options: Options): Promise<void> {
  const { origin } = await startBenched(await directoryOf(options));
  const others = { 'first keystroke': '/search/results?q=a', login: '/login', 'new app': '/new' };
  const pages = { ...(await mostVisited(origin)), ...others };
  const stored = await fieldsWithDictionary(origin);
  const rows: Rows = {};
  for (const [name, path] of Object.entries(pages)) {
    const html = await (await get(origin + path)).text();
    const sizes = new Map<string, number>();
    const entries = html.matchAll(
      /<script[^>]+src="([^"]+)"|(?:component|renderer|before-hydration)-url="([^"]+)"/g,
    );
    for (const [, script, island] of entries)
      await collect(new URL(script ?? island ?? '', origin).href, sizes);
    rows[name] = {
      'HTML, brotli': brotliCompressSync(html).length,
      'with the dictionary': await bytesOf(origin + path, stored),
      'scripts, brotli': [...sizes.values()].reduce((sum, size) => sum + size, 0),
      scripts: sizes.size,
    };
  }
  report('bytes', rows);
}
