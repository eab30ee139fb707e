// The pictures of a draft, in IndexedDB: local storage holds texts of a few megabytes at most. Stored as bytes, because some
// browsers do not keep files in private windows.
import { createStore, del, delMany, get, set, type UseStore } from 'idb-keyval';

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

const keys = ['logo', 'screenshots'] as const;
export type PictureKey = (typeof keys)[number];

let opened: UseStore | undefined;
function store(): UseStore {
  return (opened ??= createStore('new-app-draft', 'pictures'));
}

export function picked(file: File): PickedPicture {
  return { id: nextId(), file, url: URL.createObjectURL(file) };
}

/** Of this page alone; `crypto.randomUUID` is missing where the page came without https. */
let counter = 0;
function nextId(): string {
  counter += 1;
  return `picture-${counter}`;
}

export function release(...pictures: PickedPicture[]): void {
  for (const { url } of pictures) URL.revokeObjectURL(url);
}

/** Nothing where nothing was kept, or nothing can be read. */
export async function readPictures(key: PictureKey): Promise<PickedPicture[]> {
  try {
    const stored = await get<StoredPicture[]>(key, store());
    return (stored ?? []).map(({ name, type, bytes }) => picked(new File([bytes], name, { type })));
  } catch {
    return [];
  }
}

/** @throws where the browser does not keep them */
export async function writePictures(key: PictureKey, pictures: PickedPicture[]): Promise<void> {
  if (pictures.length === 0) {
    await del(key, store());
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
}

export async function removePictures(): Promise<void> {
  await delMany([...keys], store()).catch(() => undefined);
}
