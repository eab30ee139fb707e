// The files of the build, held in memory. They are a few megabytes and never change while the server runs, so a file is
// an answer that was finished at start, with ETags and codings as a page from the cache, and no descriptor or stream
// that a leaving client could leave open.
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { lookup } from 'mrmime';
import type { Encoding } from './accept-encoding.ts';
import { applyBrand, type BrandFiles } from './brand-files.ts';
import { isDictionary, useAsDictionary } from './dictionaries.ts';
import { encoded, type EncodedResponse } from './finished-response.ts';
import type { HeaderPair } from '../render/rendered-response.ts';
import { revalidate } from './respond.ts';
import type { SecurityHeaders } from '../security/security-headers.ts';
import { varyBy, varyByEncoding } from './variant.ts';

/** Answers by URL path. */
export type StaticFiles = ReadonlyMap<string, EncodedResponse>;

/** Suffixes of the compressed forms that scripts/precompress.ts writes beside a file. */
export const precompressedEndings = { br: '.br', gzip: '.gz' } as const;

/** @param folder dist/client; one that does not exist has no files */
export async function loadStaticFiles(
  folder: string,
  security: SecurityHeaders,
  brandFiles?: BrandFiles,
): Promise<StaticFiles> {
  const names = new Set(await filesIn(folder));
  const files = new Map<string, EncodedResponse>();
  for (const name of names) {
    if (isPrecompressed(name, names)) continue;
    const file = await finishFile(folder, name, names, security);
    for (const path of pathsOf(name)) files.set(path, file);
  }
  if (brandFiles) await applyBrand(files, brandFiles, security);
  return files;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length))
    .map((name) => name.split(sep).join('/'));
}

function isPrecompressed(name: string, names: ReadonlySet<string>): boolean {
  return Object.values(precompressedEndings).some(
    (ending) => name.endsWith(ending) && names.has(name.slice(0, -ending.length)),
  );
}

async function finishFile(
  folder: string,
  name: string,
  names: ReadonlySet<string>,
  security: SecurityHeaders,
): Promise<EncodedResponse> {
  const coded: { br?: Buffer; gzip?: Buffer } = {};
  for (const encoding of ['br', 'gzip'] as const) {
    const variant = name + precompressedEndings[encoding];
    if (names.has(variant)) coded[encoding] = await readFile(join(folder, variant));
  }
  return fileAnswer(name, { ...coded, identity: await readFile(join(folder, name)) }, security);
}

function fileAnswer(
  name: string,
  { identity, ...coded }: Partial<Record<Encoding, Buffer>> & { identity: Buffer },
  security: SecurityHeaders,
): EncodedResponse {
  const headers: HeaderPair[] = [
    ['content-type', contentType(name)],
    ['cache-control', cachePolicy(name)],
    ...(isDictionary(`/${name}`) ? ([['use-as-dictionary', useAsDictionary]] as const) : []),
    ...(name.endsWith('.html') ? security.page : security.asset),
  ];
  if (isDictionary(`/${name}`)) {
    // A browser with the dictionary of an earlier build gets what differs from that.
    const varying = varyBy('accept-encoding, available-dictionary', headers);
    const withDictionaries = { headers: varying, madeAt: performance.now(), byDictionary: new Map() };
    return { ...encoded(200, varying, identity, coded), withDictionaries };
  }
  const varies = coded.br !== undefined || coded.gzip !== undefined;
  return encoded(200, varies ? varyByEncoding(headers) : headers, identity, coded);
}

function contentType(name: string): string {
  // mrmime does not know this one.
  if (name.endsWith('.ico')) return 'image/vnd.microsoft.icon';
  const type = lookup(name) ?? 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

function cachePolicy(name: string): string {
  // Astro puts a hash of the content into these names.
  if (name.startsWith('_astro/')) return 'public, max-age=31536000, immutable';
  // A stale service worker or document keeps all other new files from being asked for.
  if (/^(?:sw|service-worker|registerSW)\.js$|\.(?:html|webmanifest)$/.test(name)) return revalidate;
  return 'public, max-age=3600';
}

/** The URL paths of a file: its own, and for a prerendered page the one without 'index.html' or '.html'. */
function pathsOf(name: string): string[] {
  const path = `/${encodeURI(name)}`;
  if (path.endsWith('/index.html')) {
    const folder = path.slice(0, -'index.html'.length);
    return folder === '/' ? [path, folder] : [path, folder, folder.slice(0, -1)];
  }
  return path.endsWith('.html') ? [path, path.slice(0, -'.html'.length)] : [path];
}
