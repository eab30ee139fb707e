import { gzipSync } from 'node:zlib';
import { compressBest } from '../../src/lib/server/edge/answer/compress.ts';

export interface PageBytes {
  /** HTML with the styles in it, brotli, as a second visitor gets it. */
  html: number;
  /** Every script that the page loads without an action, gzip. */
  js: number;
  scripts: number;
}

async function text(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`GET ${url}: ${answer.status}`);
  return await answer.text();
}

/** Adds the script and everything that it imports statically. */
async function collect(url: string, sizes: Map<string, number>): Promise<void> {
  if (sizes.has(url)) return;
  sizes.set(url, 0);
  const source = await text(url);
  sizes.set(url, gzipSync(source, { level: 9 }).length);
  for (const [, specifier = ''] of source.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{0,2}\/[^"']+\.js)["']/g)) {
    await collect(new URL(specifier, url).href, sizes);
  }
}

export async function pageBytes(origin: string, path: string): Promise<PageBytes> {
  const html = await text(origin + path);
  const sizes = new Map<string, number>();
  const entries = html.matchAll(
    /<script[^>]+src="([^"]+)"|(?:component|renderer|before-hydration)-url="([^"]+)"/g,
  );
  for (const [, script, island] of entries)
    await collect(new URL(script ?? island ?? '', origin).href, sizes);
  return {
    html: (await compressBest(Buffer.from(html), 'br')).length,
    js: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    scripts: sizes.size,
  };
}
