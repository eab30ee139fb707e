// Pictures that were picked in a form and are not saved yet. Like typed text they belong to an account and a form: an
// entry beside the text (kept-forms.ts) names their owner and their end. Pictures without an entry are removed.
import { atom, type WritableAtom } from 'nanostores';
import { changeTyped, typedForm } from './kept-forms.ts';
import { formKey, readKept } from './kept.ts';
import { pictureStore, release, type PickedPicture } from './picture-store.ts';
import { $session } from '../session/session.ts';

const store = pictureStore('kept-forms');

type Pictures = readonly PickedPicture[];

const ofNobody: WritableAtom<Pictures> = atom([]);

/** The pictures of open forms, by account and form. */
const open = new Map<string, WritableAtom<Pictures>>();

/** The pictures that are picked in a form. The stored ones arrive a moment after the first call. */
export function pickedIn(owner: string, form: string): WritableAtom<Pictures> {
  if (owner === '') return ofNobody;
  const key = formKey(owner, form);
  const known = open.get(key);
  if (known) return known;
  const $pictures = atom<Pictures>([]);
  open.set(key, $pictures);
  const $typed = typedForm(owner, form);
  if ('pictures' in $typed.get().values) void show(owner, form, $pictures);
  // Without their entry they were saved or discarded, or the account logged out or was deleted.
  const stop = $typed.listen(({ values }) => {
    if ('pictures' in values) return;
    stop();
    open.delete(key);
    release(...$pictures.get());
    $pictures.set([]);
    void sweepPictures();
  });
  return $pictures;
}

async function show(owner: string, form: string, $pictures: WritableAtom<Pictures>): Promise<void> {
  const pictures = await store.read(formKey(owner, form));
  if ($pictures.get().length > 0) return;
  if (pictures.length === 0) changeTyped(owner, form, {});
  else $pictures.set(pictures);
}

/** Writes run one after another, so that the newest is the last. */
let writing: Promise<void> = Promise.resolve();

export function changePicked(owner: string, form: string, pictures: Pictures): void {
  const $pictures = pickedIn(owner, form);
  if (owner === '') return;
  release(...$pictures.get().filter((old) => !pictures.includes(old)));
  $pictures.set(pictures);
  changeTyped(owner, form, pictures.length === 0 ? {} : { pictures: String(pictures.length) });
  keep(formKey(owner, form), pictures);
}

/** If the browser stores nothing, the pictures exist only on the screen. */
function keep(key: string, pictures: Pictures): void {
  writing = writing.then(() => store.write(key, pictures)).catch(() => undefined);
}

// A logout in another tab has removed the stored pictures. ended-login.ts stores the texts of open forms again.
$session.listen((visitor) => {
  if (visitor) return;
  for (const [key, $pictures] of open) if ($pictures.get().length > 0) keep(key, $pictures.get());
});

/** Removes pictures that have no entry any more: they were saved or too old, or their account has left. */
export async function sweepPictures(): Promise<void> {
  writing = writing.then(async () => {
    const gone = (await store.keys()).filter((key) => readKept(key) === null);
    if (gone.length > 0) await store.remove(...gone);
  });
  await writing;
}

// Pages with a picture form remove the pictures that are too old.
if ('document' in globalThis) void sweepPictures();
