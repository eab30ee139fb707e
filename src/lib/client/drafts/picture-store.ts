// Picked pictures that are not uploaded yet. They are in IndexedDB, because local storage holds a few megabytes of text
// at most, and stored as bytes, because some browsers keep no files in private windows.
import { createStore, delMany, get, keys, set, type UseStore } from 'idb-keyval';

export interface PickedPicture {
  id: string;
  file: File;
  /** An object URL, valid until the page is left or `release` is called. */
  url: string;
}

interface StoredPicture {
  name: string;
  type: string;
  bytes: ArrayBuffer;
}

export interface PictureStore {
  /** @returns [] if nothing is stored, or it cannot be read */
  read(key: string): Promise<PickedPicture[]>;
  /** @throws if the browser does not store them */
  write(key: string, pictures: readonly PickedPicture[]): Promise<void>;
  keys(): Promise<string[]>;
  remove(...keys: string[]): Promise<void>;
}

/** Each store has a database of its own, because idb-keyval creates one store with a database. */
export function pictureStore(database: string): PictureStore {
  let opened: UseStore | undefined;
  const store = (): UseStore => (opened ??= createStore(database, 'pictures'));
  return {
    async read(key) {
      try {
        const stored = await get<StoredPicture[]>(key, store());
        return (stored ?? []).map(({ name, type, bytes }) => picked(new File([bytes], name, { type })));
      } catch {
        return [];
      }
    },
    async write(key, pictures) {
      if (pictures.length === 0) {
        await delMany([key], store());
        return;
      }
      const stored: StoredPicture[] = await Promise.all(
        pictures.map(async ({ file }) => ({
          name: file.name,
          type: file.type,
          bytes: await file.arrayBuffer(),
        })),
      );
      await set(key, stored, store());
    },
    // In a browser that stores nothing there is nothing to list or to remove. One that refuses access to its storage
    // throws before there is a promise.
    async keys() {
      try {
        return await keys<string>(store());
      } catch {
        return [];
      }
    },
    async remove(...gone) {
      try {
        await delMany(gone, store());
      } catch {
        // Nothing is stored.
      }
    },
  };
}

export function picked(file: File): PickedPicture {
  return { id: nextId(), file, url: URL.createObjectURL(file) };
}

/** Unique within this page. `crypto.randomUUID` exists only on https. */
let counter = 0;
function nextId(): string {
  counter += 1;
  return `picture-${counter}`;
}

export function release(...pictures: PickedPicture[]): void {
  for (const { url } of pictures) URL.revokeObjectURL(url);
}
