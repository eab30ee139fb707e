// The draft of a new app. It is stored in this browser (kept.ts) with every change, so that a reload, a crash, a logout
// and a lost network lose nothing; only a successful Create clears it. It belongs to the account that began it, or to
// the first one that logs in.
import { atom } from 'nanostores';
import { fieldOf, wizardFields } from '../../shared/schemas/app-fields.ts';
import { draftKey } from '../../shared/browser-keys/draft-key.ts';
import { z } from '../../shared/zod.ts';
import { readPictures, removePictures, writePictures, type PictureKey } from './draft-pictures.ts';
import { readDraft } from './kept-draft.ts';
import { removeKept, writeKept } from './kept.ts';
import { release, type PickedPicture } from './picture-store.ts';
import { $session } from '../session/session.ts';
import { isLeft } from '../session/token-pair.ts';

export const stepNames = ['basic', 'logo', 'screenshots', 'category', 'links'] as const;
export type StepName = (typeof stepNames)[number];

/** The fields of all steps; '' where nothing was typed or chosen. */
export const draftFields = Object.values(wizardFields).flat();
export type DraftField = (typeof draftFields)[number];

function keptText(name: DraftField) {
  const { options } = fieldOf(name);
  const fits = (value: string) => options === undefined || value === '' || value in options;
  return z.string().refine(fits).catch('');
}

const fieldsSchema = z.object({
  ...(Object.fromEntries(draftFields.map((name) => [name, keptText(name)])) as Record<
    DraftField,
    ReturnType<typeof keptText>
  >),
  categories: z.array(z.string()).catch([]),
  step: z.enum(stepNames).catch('basic'),
  /** A Create was sent whose answer never came: the app may be listed already. */
  unanswered: z.boolean().catch(false),
});

export type DraftFields = z.output<typeof fieldsSchema>;

export interface Draft extends DraftFields {
  logo: PickedPicture[];
  screenshots: PickedPicture[];
}

const emptyFields = fieldsSchema.parse({});

/** null until it has been read, and where it is not for whoever is here. */
export const $draft = atom<Draft | null>(null);

/** 'none': there is nothing to keep. */
export const $draftState = atom<'none' | 'saved' | 'failed'>('none');

/** Why the draft of this browser is not shown: it is another account's, or an account's while nobody is logged in. */
export const $draftHold = atom<'others' | 'nobody' | null>(null);

/** Id of the account that the draft belongs to; '' as long as a visitor types. */
let owner = '';

const visitorId = (): string => $session.get()?.user_id ?? '';

/** Call it again when somebody else is logged in. */
export async function loadDraft(): Promise<void> {
  const visitor = visitorId();
  const isOpen = $draft.get() !== null;
  // Nobody is asked in the middle of typing because the login has ended.
  if (isOpen && (visitor === '' || owner === '' || owner === visitor)) return;
  const kept = readDraft();
  if (kept && kept.owner !== '' && kept.owner !== visitor) {
    $draft.set(null);
    $draftHold.set(visitor === '' ? 'nobody' : 'others');
    return;
  }
  owner = visitor;
  await showDraft(kept?.values);
}

/** @param values undefined where no texts are kept */
async function showDraft(values: unknown): Promise<void> {
  // The texts say whose the pictures are, and for how long: without them, the pictures are of a draft that has run out.
  if (values === undefined) await removePictures();
  const parsed = fieldsSchema.safeParse(values);
  const [logo, screenshots] = await Promise.all([readPictures('logo'), readPictures('screenshots')]);
  const draft = { ...(parsed.success ? parsed.data : emptyFields), logo, screenshots };
  $draft.set(draft);
  $draftHold.set(null);
  if (isEmpty(draft)) return;
  keep(draft);
}

/** Whoever is logged in goes on with the draft of somebody else, which is theirs from now on. */
export async function takeDraftOver(): Promise<void> {
  owner = visitorId();
  await showDraft(readDraft()?.values);
}

export async function discardDraft(): Promise<void> {
  removeKept(draftKey);
  await removePictures();
  owner = visitorId();
  await showDraft({});
}

function keep(draft: Draft): void {
  owner ||= visitorId();
  if (isEmpty(draft)) {
    removeKept(draftKey);
    $draftState.set('none');
    return;
  }
  const isKept = writeKept(draftKey, { owner, values: fieldsSchema.parse(draft) });
  if (!isKept) $draftState.set('failed');
  else if ($draftState.get() !== 'failed') $draftState.set('saved');
}

/** The app is listed: nothing that happens on the page any more may bring the draft back. */
let isCleared = false;

export function changeDraft(change: Partial<DraftFields>): void {
  const draft = $draft.get();
  if (!draft || isCleared) return;
  const changed = { ...draft, ...change };
  $draft.set(changed);
  keep(changed);
}

/** One write after the other: the newest must be the last. */
let writing: Promise<void> = Promise.resolve();

export function changeDraftPictures(key: PictureKey, pictures: PickedPicture[]): void {
  const draft = $draft.get();
  if (!draft || isCleared) return;
  release(...draft[key].filter((old) => !pictures.includes(old)));
  const changed = { ...draft, [key]: pictures };
  $draft.set(changed);
  // The pictures belong to whom the texts belong to.
  keep(changed);
  writing = writing
    .then(() => writePictures(key, pictures))
    .then(
      () => $draftState.set(isEmpty(changed) ? 'none' : 'saved'),
      () => $draftState.set('failed'),
    );
}

/** The account was deleted in another tab, which has removed what was stored; here it goes from the screen. */
$session.listen((_, before) => {
  const draft = $draft.get();
  if (!before || !isLeft(before.sid) || !draft || (owner !== '' && owner !== before.user_id)) return;
  release(...draft.logo, ...draft.screenshots);
  owner = '';
  $draft.set({ ...emptyFields, logo: [], screenshots: [] });
  $draftState.set('none');
  // A picture may be on its way into the storage.
  writing = writing.then(removePictures);
});

/** What is on the screen stays until the page is left. */
export async function clearDraft(): Promise<void> {
  isCleared = true;
  removeKept(draftKey);
  await writing;
  await removePictures();
  $draftState.set('none');
}

function isEmpty(draft: Draft): boolean {
  return (
    draftFields.every((name) => draft[name] === '') &&
    draft.categories.length + draft.logo.length + draft.screenshots.length === 0
  );
}
