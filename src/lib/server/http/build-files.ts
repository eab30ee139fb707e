// The files of a build, its dictionary, and what an operator's brand changes of them.
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
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
  /**
   * Answers by URL path, held in memory. They are a few megabytes and never change while the server runs, so a file is an
   * answer that was finished at start, with ETags and codings as a page from the cache, and no descriptor or stream that
   * a leaving client could leave open.
   */
  own: ReadonlyMap<string, EncodedResponse>;
  dictionaries: Dictionaries;
}

/** File beside the folder of the browser's files: the path of the build's own dictionary. */
export const dictionaryName = 'dictionary-path';

/** Suffixes of the compressed forms that scripts/precompress.ts writes beside a file. */
export const precompressedEndings = { br: '.br', gzip: '.gz' } as const;

export interface BuildFilesOptions {
  /** dist/client. */
  clientFolder: string;
  brandFiles: BrandFiles;
  log: Logger;
}

const isDictionary = (path: string): boolean => /^\/_astro\/dictionary\.[\w-]{8}\.txt$/.test(path);

/** For documents, and for what the scripts of a page fetch, such as search results during typing. */
const useAsDictionary = 'match="/*", match-dest=("document" "")';

export async function openBuildFiles(
  { clientFolder, brandFiles, log }: BuildFilesOptions,
  security: SecurityHeaders,
): Promise<BuildFiles> {
  const own = new Map<string, EncodedResponse>();
  const entries = await readdir(clientFolder, { recursive: true, withFileTypes: true });
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(clientFolder, join(parentPath, name)).replaceAll(sep, '/')),
  );
  for (const name of names) {
    const original = name.replace(/\.(?:br|gz)$/, '');
    if (original === name || !names.has(original))
      own.set(`/${encodeURI(name)}`, await finishFile(clientFolder, name, names, security));
  }
  await applyBrand(own, brandFiles, security);
  const path = await readFile(join(dirname(clientFolder), dictionaryName), 'utf8');
  // Those of this build, and of the build before it, whose files stay.
  const dictionaries = new Map<string, Dictionary>();
  for (const [name, { identity }] of own)
    if (isDictionary(name)) dictionaries.set(name, asDictionary(identity.body));
  const current = dictionaries.get(path);
  if (!current) throw new Error(`The build has no ${path}.`);
  const byField = new Map([...dictionaries.values()].map((one) => [one.field, one]));
  return {
    own,
    dictionaries: {
      link: dictionaryLink(path),
      current,
      find: (field) => byField.get(field),
      failed: (error) => log.error('Compressing failed', { error }),
    },
  };
}

function asDictionary(bytes: Buffer): Dictionary {
  const digest = hash('sha256', bytes, 'buffer');
  // A byte sequence (RFC 8941).
  return { field: `:${digest.toString('base64')}:`, bytes, digest };
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
    ...security.asset,
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
  // A stale service worker keeps all other new files from being asked for.
  return name === 'sw.js' ? revalidate : 'public, max-age=3600';
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

/** @param files by path: they are changed */
async function applyBrand(
  files: Map<string, EncodedResponse>,
  { version, icons }: BrandFiles,
  security: SecurityHeaders,
): Promise<void> {
  const worker = files.get('/sw.js');
  if (version !== '' && worker) {
    // `vary` is added again.
    const headers = worker.headers.filter(([name]) => name !== 'vary');
    // Browsers compare the bytes of the worker.
    const mark = Buffer.from(`self.brand=${JSON.stringify(version)};`);
    files.set('/sw.js', await compressed(headers, Buffer.concat([mark, worker.identity.body])));
  }
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
