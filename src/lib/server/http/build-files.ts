// The files of a build, its dictionary, and what an operator's brand changes of them.
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Logger } from '../platform/log.ts';
import type { SecurityHeaders } from './security-headers.ts';
import { lookup } from 'mrmime';
import { compressBest, isCompressible, type Dictionary } from './codings.ts';
import {
  dictionaryLink,
  encoded,
  type Dictionaries,
  type EncodedResponse,
  type HeaderPair,
} from './answer.ts';
import { revalidate } from './respond.ts';
import type { BrandIconSet } from '../platform/brand/icons.ts';

export interface BuildFiles {
  own: StaticFiles;
  dictionaries: Dictionaries;
}

/** File beside the folder of the browser's files: the path of the build's own dictionary. */
export const dictionaryName = 'dictionary-path';

export interface BuildFilesOptions {
  /** dist/client. */
  clientFolder: string;
  /** What an operator's brand changes of them; nothing where it is left out. */
  brandFiles?: BrandFiles;
  log: Logger;
}

export async function openBuildFiles(
  { clientFolder, brandFiles, log }: BuildFilesOptions,
  security: SecurityHeaders,
): Promise<BuildFiles> {
  const own = await loadStaticFiles(clientFolder, security, brandFiles);
  const path = await readDictionaryPath(clientFolder);
  return { own, dictionaries: findDictionaries(own, path, log) };
}

async function readDictionaryPath(clientFolder: string): Promise<string | null> {
  try {
    return await readFile(join(dirname(clientFolder), dictionaryName), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

const isDictionary = (path: string): boolean => /^\/_astro\/dictionary\.[\w-]{8}\.txt$/.test(path);

/** For documents, and for what the scripts of a page fetch, such as search results during typing. */
const useAsDictionary = 'match="/*", match-dest=("document" "")';

/** Those of this build, and of the build before it, whose files stay. @param path of the dictionary of this build */
function findDictionaries(own: StaticFiles, path: string | null, log: Logger): Dictionaries {
  const byField = new Map<string, Dictionary>();
  let current: Dictionary | null = null;
  for (const [name, { identity }] of own) {
    if (!isDictionary(name)) continue;
    const { body: bytes } = identity;
    const digest = hash('sha256', bytes, 'buffer');
    // A byte sequence (RFC 8941).
    const dictionary = { field: `:${digest.toString('base64')}:`, bytes, digest };
    byField.set(dictionary.field, dictionary);
    if (name === path) current = dictionary;
  }
  return {
    link: current && path !== null ? dictionaryLink(path) : null,
    current,
    find: (field) => byField.get(field),
    failed: (error) => log.error('Compressing failed', { error }),
  };
}

// The files of the build, held in memory. They are a few megabytes and never change while the server runs, so a file is
// an answer that was finished at start, with ETags and codings as a page from the cache, and no descriptor or stream
// that a leaving client could leave open.

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
  const read = async (ending: string): Promise<Buffer | undefined> =>
    names.has(name + ending) ? await readFile(join(folder, name + ending)) : undefined;
  const usesDictionary = isDictionary(`/${name}`);
  const headers: HeaderPair[] = [
    ['content-type', contentType(name)],
    ['cache-control', cachePolicy(name)],
    ...(usesDictionary ? ([['use-as-dictionary', useAsDictionary]] as const) : []),
    ...(name.endsWith('.html') ? security.page : security.asset),
  ];
  const made = { br: await read(precompressedEndings.br), gzip: await read(precompressedEndings.gzip) };
  // A browser with the dictionary of an earlier build gets what differs from that.
  return encoded(
    { status: 200, headers, body: await readFile(join(folder, name)) },
    { made, usesDictionary },
  );
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

// Changes the files of a build for an operator's brand: replaces the icons by those of the operator's logo, and marks
// the service worker, so that browsers install a new version whenever the operator's files change.

export interface BrandFiles {
  /** A hash of all files of the operator; '' without any. */
  version: string;
  /** Null where the site has the logo of the product. */
  icons: BrandIconSet | null;
}

/** Icons and pictures of the product, which a site with a logo of its own does not show. */
const replaced = /^\/(?:favicon\.(?:svg|ico)|apple-touch-icon\.png|icon-[\w-]+\.png|screenshots\/.+)$/;

/** @param files by path, as `loadStaticFiles` holds them: they are changed */
export async function applyBrand(
  files: Map<string, EncodedResponse>,
  { version, icons }: BrandFiles,
  security: SecurityHeaders,
): Promise<void> {
  if (version !== '') await markWorker(files, version);
  if (!icons) return;
  for (const path of files.keys()) if (replaced.test(path)) files.delete(path);
  for (const { name, type, bytes } of icons.files) {
    const finish = (policy: string): Promise<EncodedResponse> =>
      compressed([['content-type', type], ['cache-control', policy], ...security.asset], bytes);
    files.set(`${icons.folder}/${name}`, await finish('public, max-age=31536000, immutable'));
    // Browsers ask for some of these paths without having read a page, and earlier feeds and mails link to them.
    const usual = `/${name}`;
    if (replaced.test(usual)) files.set(usual, await finish('public, max-age=3600'));
  }
}

const workerPath = '/sw.js';

/** Browsers compare the bytes of the worker. */
async function markWorker(files: Map<string, EncodedResponse>, version: string): Promise<void> {
  const built = files.get(workerPath);
  if (!built) return;
  // The field is added again.
  const headers = built.headers.filter(([name]) => name !== 'vary');
  const marked = Buffer.concat([Buffer.from(`self.brand=${JSON.stringify(version)};`), built.identity.body]);
  files.set(workerPath, await compressed(headers, marked));
}

async function compressed(headers: HeaderPair[], body: Buffer): Promise<EncodedResponse> {
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const answer = { status: 200, headers, body };
  if (!isCompressible(type, body.length)) return encoded(answer, {});
  const [br, gzip] = await Promise.all([
    compressBest(body, { coding: 'br' }),
    compressBest(body, { coding: 'gzip' }),
  ]);
  return encoded(answer, { made: { br, gzip } });
}
