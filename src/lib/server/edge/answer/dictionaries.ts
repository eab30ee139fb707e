// The compression dictionaries that browsers may have (RFC 9842): that of this build, and that of the build before it.
// docs/decisions/029-dictionaries.md.
import { hash } from 'node:crypto';
import type { Logger } from '../../platform/log.ts';

export interface Dictionary {
  /** The value of Available-Dictionary that names it. */
  field: string;
  bytes: Buffer;
  /** SHA-256 of the bytes, which begins every body that is compressed with them. */
  digest: Buffer;
}

export interface Dictionaries {
  /** The value of the Link field of pages; null where this build has no dictionary. */
  readonly link: string | null;
  /** The dictionary of this build; null where it has none. */
  readonly current: Dictionary | null;
  /** @param field value of Available-Dictionary @returns undefined for any but a known one */
  find(field: string): Dictionary | undefined;
  /** Called with the error of a compression that no visitor waits for. */
  failed(error: unknown): void;
}

const dictionaryPath = /^\/_astro\/dictionary\.[\w-]{8}\.txt$/;

export const isDictionary = (path: string): boolean => dictionaryPath.test(path);

/** For documents, and for what the scripts of a page fetch, such as search results during typing. */
export const useAsDictionary = 'match="/*", match-dest=("document" "")';

/** A byte sequence (RFC 8941). */
const fieldOf = (digest: Buffer): string => `:${digest.toString('base64')}:`;

/** Length of the field: 44 characters of base64 between two colons. */
const fieldLength = 46;

type Files = ReadonlyMap<string, { variants: { identity: { body: Buffer } } }>;

/** The dictionaries of some files, by the field that names them. */
function dictionariesIn(files: Files): Map<string, Dictionary> {
  const found = new Map<string, Dictionary>();
  for (const [path, { variants }] of files) {
    if (!isDictionary(path)) continue;
    const { body: bytes } = variants.identity;
    const digest = hash('sha256', bytes, 'buffer');
    const field = fieldOf(digest);
    found.set(field, { field, bytes, digest });
  }
  return found;
}

interface Options {
  /** Path of the dictionary of this build; null if it has none. */
  path: string | null;
  own: Files;
  log: Logger;
}

export function createDictionaries({ path, own, log }: Options): Dictionaries {
  const known = dictionariesIn(own);
  const file = path === null ? undefined : own.get(path);
  const [current = null] = path !== null && file ? dictionariesIn(new Map([[path, file]])).values() : [];
  return {
    link: path !== null && file ? `<${path}>; rel="compression-dictionary"` : null,
    current,
    find: (field) => (field.length === fieldLength ? known.get(field) : undefined),
    failed: (error) => log.error('Compressing failed', { error }),
  };
}
