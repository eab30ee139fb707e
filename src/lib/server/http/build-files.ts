// The files of a build, its dictionary, and what an operator's brand changes of them.
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { SecurityHeaders } from './security-headers.ts';
import { lookup } from 'mrmime';
import type { Dictionary } from './codings.ts';
import { encoded, type Dictionaries, type EncodedResponse, type HeaderPair } from './answer.ts';
import { revalidate } from './respond.ts';
import type { Site } from './site.ts';

export type BuildFiles = Awaited<ReturnType<typeof openBuildFiles>>;

/** File beside the folder of the browser's files: the path of the build's own dictionary. */
export const dictionaryName = 'dictionary-path';

const clientFolder = 'dist/client';
const dictionaryFile = /^_astro\/dictionary\.[\w-]{8}\.txt$/;

/** For documents, and for what the scripts of a page fetch, such as search results during typing. */
const useAsDictionary = 'match="/*", match-dest=("document" "")';

/** Icons and pictures of the product, which a site with a logo of its own does not show. */
const replaced = /^(?:favicon\.(?:svg|ico)|apple-touch-icon\.png|icon-[\w-]+\.png|screenshots\/.+)$/;

/**
 * Reads the files into memory. They are a few megabytes and never change while the server runs, so a file is an answer
 * that was finished at start, with ETags and codings as a page from the cache, and no descriptor or stream that a
 * leaving client could leave open.
 */
export async function openBuildFiles({ config: { brand }, icons, log }: Site, security: SecurityHeaders) {
  /** Answers by URL path. */
  const own = new Map<string, EncodedResponse>();
  const dictionaries = new Map<string, Dictionary>();
  const add = (name: string, body: Buffer, policy = cachePolicy(name), type = contentType(name)): void => {
    const isDictionary = dictionaryFile.test(name);
    const headers: HeaderPair[] = [
      ['content-type', type],
      ['cache-control', policy],
      ...(isDictionary ? ([['use-as-dictionary', useAsDictionary]] as const) : []),
    ];
    // A browser with the dictionary of an earlier build gets what differs from that.
    const fields = security.asset(name === 'sw.js' ? 'worker' : type);
    const file = encoded({ status: 200, headers, body }, fields, isDictionary);
    own.set(`/${encodeURI(name)}`, { ...file, madeAt: -Infinity });
    if (!isDictionary) return;
    const digest = hash('sha256', body, 'buffer');
    // A byte sequence (RFC 8941).
    const field = `:${digest.toString('base64')}:`;
    dictionaries.set(field, { field, bytes: body, digest });
  };
  for (const entry of await readdir(clientFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const name = relative(clientFolder, file).replaceAll(sep, '/');
    if (icons && replaced.test(name)) continue;
    const body = await readFile(file);
    // Browsers compare the bytes of the worker, and install a new version whenever the operator's files change.
    const mark =
      name === 'sw.js' && brand.version !== '' ? `self.brand=${JSON.stringify(brand.version)};` : '';
    add(name, mark === '' ? body : Buffer.concat([Buffer.from(mark), body]));
  }
  for (const { name, type, bytes } of icons?.files ?? []) {
    add(`${icons?.folder.slice(1)}/${name}`, bytes, kept, type);
    // Browsers ask for some of these paths without having read a page, and earlier feeds and mails link to them.
    if (replaced.test(name)) add(name, bytes, undefined, type);
  }
  const path = await readFile(join('dist', dictionaryName), 'utf8');
  const known: Dictionaries = {
    link: `<${path}>; rel="compression-dictionary"`,
    find: (field) => dictionaries.get(field),
    failed: (error) => log.error('Compressing failed', { error }),
  };
  return { own, dictionaries: known };
}

function contentType(name: string): string {
  // mrmime does not know this one.
  if (name.endsWith('.ico')) return 'image/vnd.microsoft.icon';
  const type = lookup(name) ?? 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

const kept = 'public, max-age=31536000, immutable';

function cachePolicy(name: string): string {
  // Astro puts a hash of the content into these names.
  if (name.startsWith('_astro/')) return kept;
  // A stale service worker keeps all other new files from being asked for.
  return name === 'sw.js' ? revalidate : 'public, max-age=3600';
}
