// The hashed files of builds, one object a build, beside the pictures. Threat: somebody who can write to the bucket
// adds a script to the site. So the name of an object authenticates its content.
import { createHmac } from 'node:crypto';

/** The builds in the storage that all nodes share. */
export interface BuildObjects {
  /** Replaces an existing object, which sets `modified` to now. Resolves when the bytes would survive a power cut. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such object. */
  read(name: string): Promise<Buffer | null>;
  /** Every object, in no order; `modified` in milliseconds since 1970. */
  list(): Promise<StoredBuild[]>;
  /** Resolves also when there was no such object. */
  delete(name: string): Promise<void>;
}

export interface StoredBuild {
  name: string;
  modified: number;
  /** In bytes. */
  size: number;
}

/** The folder in the storage; no key of a picture begins like this. */
export const buildFolder = 'builds';

/** The number is the format's version. */
const namePattern = /^v1-[0-9a-f]{64}$/;

export function isBuildName(text: string): boolean {
  return namePattern.test(text);
}

/** @throws TypeError on a bad name */
export function buildPath(name: string): string {
  if (!isBuildName(name)) throw new TypeError(`Not the name of a build: ${JSON.stringify(name)}`);
  return `${buildFolder}/${name}`;
}

/** The name of an object with this content. @param secret shared by all nodes */
export function nameOfBuild(secret: Uint8Array, bytes: Uint8Array): string {
  const key = createHmac('sha256', secret).update('build objects').digest();
  return `v1-${createHmac('sha256', key).update(bytes).digest('hex')}`;
}
