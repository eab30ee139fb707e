import type { Readable } from 'node:stream';
import { lookup } from 'mrmime';

/** First and last byte, both included, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A part of a file whose size is not known: from a byte to another one or the end, or the last bytes. */
export type RangeRequest = ByteRange | { suffix: number };

export interface StoredFile {
  /** The requested bytes. Destroy it where it is not read to its end. */
  stream: Readable;
  /** Bytes of the whole file, also when a range was asked for. */
  size: number;
  /** The bytes of the range that was asked for; null for the whole file. */
  range: ByteRange | 'unsatisfiable' | null;
}

/**
 * Stores the variants of pictures. Each has a key of its own (`<id>-<width>.<format>`), so a file never changes: it may
 * be cached for ever, and writing it twice has no effect.
 */
export interface Storage {
  /**
   * Resolves when the bytes would survive a power cut; a reader sees all of them or none.
   * @throws TypeError on a bad key.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such file, or `key` is not a valid key. A range beyond the end is cut. */
  read(key: string, range?: RangeRequest): Promise<StoredFile | null>;
  /** Resolves also when there was no such file. */
  delete(key: string): Promise<void>;
  /** Every file, in no order; `modified` in milliseconds since 1970, `size` in bytes. */
  list(): AsyncIterable<{ key: string; modified: number; size: number }>;
  /** Removes the partial files of writers that died before `before` (milliseconds since 1970). */
  dropAbandoned(before: number): Promise<void>;
  /** Resolves when files can be read and written; rejects with the reason. */
  check(): Promise<void>;
  /** The public URL of a file that browsers fetch without this server. Absent where this server sends the files. */
  publicUrl?: (key: string) => string;
}

/** The range's first and last byte in a file of `size` bytes. */
export function resolveRange(wanted: RangeRequest | undefined, size: number): StoredFile['range'] {
  if (!wanted) return null;
  const { start, end } =
    'suffix' in wanted ? { start: Math.max(0, size - wanted.suffix), end: size - 1 } : wanted;
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) };
}

const keyPattern = /^[a-z0-9]{2,64}-\d{1,5}\.(?:avif|webp|jpg|png)$/;

/** Whether `text` is a valid key. Such a key cannot escape the folder or the bucket. */
export function isStorageKey(text: string): boolean {
  return keyPattern.test(text);
}

/** The media type of a key, by its extension; null when it is not a valid key. */
export const contentTypeOf = (key: string): string | null => (isStorageKey(key) && lookup(key)) || null;
