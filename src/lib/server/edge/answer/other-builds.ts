// The hashed files of other builds. While nodes of two builds run beside each other, a page of one build may request
// its scripts from any of them, and so may a page that was opened before an update. Each node puts the files of its
// build into the storage that all nodes share, and finds those of the others there.
import { dayMs } from '../../../shared/text/dates/days.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { nameOfBuild, type BuildObjects } from '../../platform/storage/build-objects.ts';
import { packBuild, unpackBuild, type HashedFile } from './build-archive.ts';
import { dictionariesIn, type Dictionary } from './dictionaries.ts';
import type { EncodedResponse } from './finished-response.ts';

/** How long the files of a build are kept after its last node has ended. */
const keptForMs = 30 * dayMs;
/** A running node puts its build again at this interval, which keeps it from being removed. */
const renewedAfterMs = dayMs;
/** Minimum interval between two lookups in the storage, however many unknown names are requested. */
const lookEveryMs = 5_000;
/** Maximum number of builds in memory, and of their bytes. A build has about 1 MB. */
const maxBuilds = 20;
const maxBytes = 32 * 1024 * 1024;

/** The name of a file with a hash of its content, which Astro's build makes of 8 characters. */
const hashedPath = /^\/_astro\/[\w.@-]{1,150}\.[\w-]{8}\.[a-z0-9]{2,5}$/;

export interface OtherBuilds {
  /** The file of another build; null if there is none. @throws if the storage does not answer */
  find(path: string): Promise<EncodedResponse | null>;
  /** The dictionary of a build that was found by an earlier lookup. @param field see `Dictionaries.find` */
  dictionary(field: string): Dictionary | undefined;
  /**
   * Puts the files of this build into the storage, unless they are there.
   * @returns whether other nodes have to look there
   */
  publish(): Promise<boolean>;
  /** Looks at once for builds that others have published. A failure is logged. */
  look(): Promise<void>;
  /** Publishes this build again when it is due, and removes builds that no node has run for 30 days. */
  sweep(): Promise<void>;
}

export interface OtherBuildsOptions {
  objects: BuildObjects;
  /** Shared by all nodes. */
  secret: Uint8Array;
  clock: Clock;
  log: Logger;
  /** The files of this build, which are never looked up. */
  own: ReadonlyMap<string, EncodedResponse>;
  /** Builds the answer for a file. */
  answer: (file: HashedFile) => EncodedResponse;
}

type Answers = ReadonlyMap<string, EncodedResponse>;

export function createOtherBuilds({
  objects,
  secret,
  clock,
  log,
  own,
  answer,
}: OtherBuildsOptions): OtherBuilds {
  const hashed = hashedFilesOf(own);
  let name: string | undefined;
  /** Files of this build. They are packed only when they are put, once a day, because that takes a megabyte. */
  const ownName = (): string => (name ??= nameOfBuild(secret, packBuild(hashed)));
  /**
   * Builds by name, newest first. An unusable build is stored without files, so that it is read only once.
   */
  let builds = new Map<string, Answers>();
  let dictionaries = new Map<string, Dictionary>();
  /** The last lookup, shared by all requests within `lookEveryMs`. */
  let last: Promise<void> | null = null;
  let lastBegan = -Infinity;
  let isLooking = false;

  /** Copies the new files of a build, so that the rest of its bytes can be freed. */
  async function read(build: string, known: (path: string) => EncodedResponse | null): Promise<Answers> {
    const stored = await objects.read(build);
    if (stored === null) return new Map();
    if (nameOfBuild(secret, stored) !== build) {
      log.warn('The files of another build were not made with this AUTH_SECRET, and are not sent', { build });
      return new Map();
    }
    const answers = new Map<string, EncodedResponse>();
    for (const { path, bodies } of unpackBuild(stored)) {
      if (own.has(path)) continue;
      answers.set(path, known(path) ?? answer({ path, bodies: copied(bodies) }));
    }
    return answers;
  }

  async function lookNow(): Promise<void> {
    const others = (await objects.list()).filter((stored) => stored.name !== ownName());
    const newest = others.toSorted((one, other) => other.modified - one.modified).slice(0, maxBuilds);
    const next = new Map<string, Answers>();
    let held = 0;
    for (const stored of newest) {
      held += stored.size;
      if (held > maxBytes) break;
      // Most files of a build are also those of the next one.
      const known = (path: string) => findIn(next, path) ?? findIn(builds, path);
      next.set(stored.name, builds.get(stored.name) ?? (await read(stored.name, known)));
    }
    builds = next;
    dictionaries = new Map([...next.values()].flatMap((answers) => [...dictionariesIn(answers)]));
  }

  function begin(): Promise<void> {
    lastBegan = performance.now();
    isLooking = true;
    const looked = lookNow().finally(() => (isLooking = false));
    looked.catch((error: unknown) =>
      log.warn('The files of other builds could not be looked for', { error }),
    );
    return (last = looked);
  }

  async function publish(): Promise<boolean> {
    if (hashed.length === 0) return false;
    const there = (await objects.list()).find((stored) => stored.name === ownName());
    if (there && clock() - there.modified < renewedAfterMs) return false;
    await objects.put(ownName(), packBuild(hashed));
    return there === undefined;
  }

  return {
    async find(path) {
      if (!hashedPath.test(path)) return null;
      const found = findIn(builds, path);
      if (found) return found;
      const isDue = last === null || (!isLooking && performance.now() - lastBegan >= lookEveryMs);
      await (isDue ? begin() : last);
      return findIn(builds, path);
    },
    dictionary: (field) => dictionaries.get(field),
    publish,
    async look() {
      // A lookup in progress may have read the list before the others wrote.
      if (isLooking) await last?.catch(() => undefined);
      await begin().catch(() => undefined);
    },
    async sweep() {
      await publish();
      for (const stored of await objects.list())
        if (stored.name !== ownName() && clock() - stored.modified > keptForMs)
          await objects.delete(stored.name);
    },
  };
}

function findIn(builds: ReadonlyMap<string, Answers>, path: string): EncodedResponse | null {
  for (const answers of builds.values()) {
    const found = answers.get(path);
    if (found) return found;
  }
  return null;
}

function hashedFilesOf(files: Answers): HashedFile[] {
  return [...files]
    .filter(([path]) => hashedPath.test(path))
    .map(([path, { variants }]) => ({
      path,
      bodies: {
        identity: variants.identity.body,
        ...(variants.br && { br: variants.br.body }),
        ...(variants.gzip && { gzip: variants.gzip.body }),
      },
    }));
}

function copied({ identity, br, gzip }: HashedFile['bodies']): HashedFile['bodies'] {
  return {
    identity: Buffer.from(identity),
    ...(br && { br: Buffer.from(br) }),
    ...(gzip && { gzip: Buffer.from(gzip) }),
  };
}
