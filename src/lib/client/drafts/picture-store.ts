// Pictures that were picked and are not uploaded yet, in IndexedDB, because local storage holds a few megabytes of text
// at most. They are stored as bytes, because some browsers do not keep files in private windows.
import { createStore, delMany, get, keys, set, type UseStore } from 'idb-keyval';

/** A picture that was picked and is not uploaded yet. */
export interface PickedPicture {
  id: string;
  file: File;
  /** To show it with; good until the page is left or `release` is called. */
  url: string;
}

interface StoredPicture {
  name: string;
  type: string;
  bytes: ArrayBuffer;
}

export interface PictureStore {
  /** Empty where nothing was kept, or nothing can be read. */
  read(key: string): Promise<PickedPicture[]>;
  /** @throws where the browser does not keep them */
  write(key: string, pictures: readonly PickedPicture[]): Promise<void>;
  keys(): Promise<string[]>;
  remove(...keys: string[]): Promise<void>;
}

/** A database holds one store, which is made together with it. */
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
    // A browser that stores nothing has nothing to list or to remove.
    keys: async () => await keys<string>(store()).catch(() => []),
    remove: async (...gone) => await delMany(gone, store()).catch(() => undefined),
  };
}

export function picked(file: File): PickedPicture {
  return { id: nextId(), file, url: URL.createObjectURL(file) };
}

/** Unique on this page alone; `crypto.randomUUID` is missing where the page came without https. */
let counter = 0;
function nextId(): string {
  counter += 1;
  return `picture-${counter}`;
}

export function release(...pictures: PickedPicture[]): void {
  for (const { url } of pictures) URL.revokeObjectURL(url);
}
