// Picked pictures that are not uploaded yet. Forms know them by their addresses within the page. They are stored in
// IndexedDB, because local storage holds a few megabytes of text at most, and as bytes, because some browsers keep no
// files in private windows. The draft of their form (form-drafts.ts) names their owner and their end: pictures without
// it are removed.
import { createStore, delMany, get, keys, set, type UseStore } from 'idb-keyval';
import { readDraft } from './form-drafts.ts';

interface StoredPicture {
  name: string;
  type: string;
  bytes: ArrayBuffer;
}

let opened: UseStore | undefined;
const store = (): UseStore => (opened ??= createStore('draft-pictures', 'pictures'));

/** A draft can have several lists of pictures. */
const nameOf = (draft: string, part: string): string => `${draft}#${part}`;

/** @returns [] if nothing is stored, or it cannot be read */
export async function readPictures(draft: string, part = ''): Promise<string[]> {
  await sweepPictures();
  try {
    const stored = await get<StoredPicture[]>(nameOf(draft, part), store());
    return (stored ?? []).map(({ name, type, bytes }) => urlOf(new File([bytes], name, { type })));
  } catch {
    return [];
  }
}

/** Writes run one after another, so that the newest is the last. */
let writing: Promise<unknown> = Promise.resolve();

/** @returns whether the browser keeps them; otherwise they exist only on the screen */
export function writePictures(draft: string, picked: readonly string[], part = ''): Promise<boolean> {
  const write = async (): Promise<void> => {
    const stored: StoredPicture[] = await Promise.all(
      picked
        .map(fileOf)
        .map(async (file) => ({ name: file.name, type: file.type, bytes: await file.arrayBuffer() })),
    );
    if (stored.length === 0) await delMany([nameOf(draft, part)], store());
    else await set(nameOf(draft, part), stored, store());
  };
  const written = writing.then(write).then(
    () => true,
    () => false,
  );
  writing = written;
  return written;
}

/** Removes pictures whose draft has ended: they were saved or too old, or their account has left. */
export async function sweepPictures(): Promise<void> {
  const sweep = async (): Promise<void> => {
    try {
      const stored = await keys<string>(store());
      const gone = stored.filter((name) => readDraft(name.slice(0, name.lastIndexOf('#'))) === null);
      if (gone.length > 0) await delMany(gone, store());
    } catch {
      // A browser that stores nothing has nothing to remove.
    }
  };
  await (writing = writing.then(sweep));
}

const files = new Map<string, File>();

/** The address of a picture within this page, which stays valid until the page is left. */
export function urlOf(file: File): string {
  const url = URL.createObjectURL(file);
  files.set(url, file);
  return url;
}

export function fileOf(url: string): File {
  const file = files.get(url);
  if (!file) throw new Error('This is not the address of a picked picture.');
  return file;
}
