// Pictures that were picked in a form and are not saved yet. Like typed text they belong to an account and a form: an
// entry beside the text (kept-forms.ts) says whose they are and for how long. Pictures without their entry are removed.
import { atom, type WritableAtom } from 'nanostores';
import { changeTyped, onForget, onKeepAgain, typedForm } from './kept-forms.ts';
import { formKey, readKept } from './kept.ts';
import { pictureStore, release, type PickedPicture } from './picture-store.ts';
import { forgetPicturesMark, markPictures } from './pictures-mark.ts';

const store = pictureStore('kept-forms');

type Pictures = readonly PickedPicture[];

interface OpenForm {
  owner: string;
  key: string;
  $pictures: WritableAtom<Pictures>;
}

const nobodys: WritableAtom<Pictures> = atom([]);
const open = new Map<string, OpenForm>();

/** The pictures that are picked in a form; they come from the browser's storage a moment after the first call. */
export function pickedIn(owner: string, form: string): WritableAtom<Pictures> {
  if (owner === '') return nobodys;
  const key = formKey(owner, form);
  const known = open.get(key);
  if (known) return known.$pictures;
  const entry: OpenForm = { owner, key, $pictures: atom<Pictures>([]) };
  open.set(key, entry);
  if ('pictures' in typedForm(owner, form).get().values) void show(entry, form);
  return entry.$pictures;
}

async function show({ owner, key, $pictures }: OpenForm, form: string): Promise<void> {
  const pictures = await store.read(key);
  if ($pictures.get().length > 0) return;
  if (pictures.length === 0) changeTyped(owner, form, {});
  else $pictures.set(pictures);
}

/** One write after the other: the newest must be the last. */
let writing: Promise<void> = Promise.resolve();

export function changePicked(owner: string, form: string, pictures: Pictures): void {
  const $pictures = pickedIn(owner, form);
  if (owner === '') return;
  release(...$pictures.get().filter((old) => !pictures.includes(old)));
  $pictures.set(pictures);
  changeTyped(owner, form, pictures.length === 0 ? {} : { pictures: String(pictures.length) });
  keep(formKey(owner, form), pictures);
}

/** Where the browser keeps nothing, they stay on the screen alone. */
function keep(key: string, pictures: Pictures): void {
  if (pictures.length > 0) markPictures();
  writing = writing.then(() => store.write(key, pictures)).catch(() => undefined);
}

onKeepAgain(() => {
  for (const { key, $pictures } of open.values()) if ($pictures.get().length > 0) keep(key, $pictures.get());
});

onForget((owner) => {
  for (const [key, entry] of open) {
    if (entry.owner !== owner) continue;
    release(...entry.$pictures.get());
    entry.$pictures.set([]);
    open.delete(key);
  }
  void sweepPictures();
});

/** Removes pictures whose entry has gone: it was saved, ran out, or its account logged out or was deleted. */
export async function sweepPictures(): Promise<void> {
  writing = writing.then(async () => {
    const kept = await store.keys();
    const gone = kept.filter((key) => readKept(key) === null);
    if (gone.length > 0) await store.remove(...gone);
    if (gone.length === kept.length) forgetPicturesMark();
  });
  await writing;
}

// The first form with pictures of a page looks as well: where storage is short the mark may be missing.
if ('document' in globalThis) void sweepPictures();
