// The draft of a new app. Every change is stored in this browser (kept.ts), so that a reload, a crash, a logout and a
// lost network lose nothing. Only a successful Create clears it. It belongs to the account that began it; a draft of a
// visitor belongs to the first account that logs in.
import { atom } from 'nanostores';
import { fieldOf, wizardFields } from '../../shared/schemas/app-fields.ts';
import { draftKey } from '../../shared/browser-keys/storage-keys.ts';
import { z } from '../../shared/zod.ts';
import { readDraft } from './kept-draft.ts';
import { writeKept } from './kept.ts';
import { pictureStore, release, type PickedPicture } from './picture-store.ts';
import { $session } from '../session/session.ts';
import { isLeft } from '../session/token-pair.ts';
import { removeText } from '../storage/browser-storage.ts';

export const stepNames = ['basic', 'logo', 'screenshots', 'category', 'links'] as const;
export type StepName = (typeof stepNames)[number];

/** The fields of all steps. A field that is not filled in is ''. */
export const draftFields = Object.values(wizardFields).flat();
export type DraftField = (typeof draftFields)[number];

function keptText(name: DraftField) {
  const { isList, options } = fieldOf(name);
  const isKnown = (value: string) => options === undefined || value === '' || value in options;
  const fits = (value: string) => (isList ? value.split(',').every(isKnown) : isKnown(value));
  return z.string().refine(fits).catch('');
}

const fieldsSchema = z.object({
  ...(Object.fromEntries(draftFields.map((name) => [name, keptText(name)])) as Record<
    DraftField,
    ReturnType<typeof keptText>
  >),
  categories: z.array(z.string()).catch([]),
  step: z.enum(stepNames).catch('basic'),
  /** The answer to a Create was lost, so the app may be listed already. */
  unanswered: z.boolean().catch(false),
});

export type DraftFields = z.output<typeof fieldsSchema>;

const pictureKeys = ['logo', 'screenshots'] as const;
export type PictureKey = (typeof pictureKeys)[number];

export interface Draft extends DraftFields, Record<PictureKey, PickedPicture[]> {}

const pictureFiles = pictureStore('new-app-draft');
const removePictures = async (): Promise<void> => await pictureFiles.remove(...pictureKeys);

const emptyFields = fieldsSchema.parse({});

/** null until it has been read, and while it belongs to another account. */
export const $draft = atom<Draft | null>(null);

/** 'none' for an empty draft, which is not stored. */
export const $draftState = atom<'none' | 'saved' | 'failed'>('none');

/** Why the draft of this browser is not shown: it is another account's, or an account's while nobody is logged in. */
export const $draftHold = atom<'others' | 'nobody' | null>(null);

/** Id of the account that the draft belongs to; '' for a visitor's. */
let owner = '';

const visitorId = (): string => $session.get()?.user_id ?? '';

let loading: Promise<void> = Promise.resolve();

/**
 * Reads the draft of the browser. Call it again when another account logs in. One after the other: a second one that
 * ended later would replace what somebody has typed since the first.
 */
export function loadDraft(): Promise<void> {
  return (loading = loading.then(readAndShow, readAndShow));
}

async function readAndShow(): Promise<void> {
  const visitor = visitorId();
  const isOpen = $draft.get() !== null;
  // When the login ends while somebody types, the draft stays on the screen.
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

/** @param values undefined if no texts are kept */
async function showDraft(values: unknown): Promise<void> {
  // The entry of the texts names the owner and the end of the draft. Pictures without it belong to one that has ended.
  if (values === undefined) await removePictures();
  const parsed = fieldsSchema.safeParse(values);
  const [logo, screenshots] = await Promise.all([
    pictureFiles.read('logo'),
    pictureFiles.read('screenshots'),
  ]);
  const draft = { ...(parsed.success ? parsed.data : emptyFields), logo, screenshots };
  $draft.set(draft);
  $draftHold.set(null);
  if (isEmpty(draft)) return;
  keep(draft);
}

/** Gives the draft of another account to the one that is logged in. */
export async function takeDraftOver(): Promise<void> {
  owner = visitorId();
  await showDraft(readDraft()?.values);
}

export async function discardDraft(): Promise<void> {
  removeText(draftKey);
  await removePictures();
  owner = visitorId();
  await showDraft({});
}

function keep(draft: Draft): void {
  owner ||= visitorId();
  if (isEmpty(draft)) {
    removeText(draftKey);
    $draftState.set('none');
    return;
  }
  const isKept = writeKept(draftKey, { owner, values: fieldsSchema.parse(draft) });
  if (!isKept) $draftState.set('failed');
  else if ($draftState.get() !== 'failed') $draftState.set('saved');
}

/** Set once the app is listed: later changes on the page must not store the draft again. */
let isCleared = false;

export function changeDraft(change: Partial<DraftFields>): void {
  const draft = $draft.get();
  if (!draft || isCleared) return;
  const changed = { ...draft, ...change };
  $draft.set(changed);
  keep(changed);
}

/** Writes run one after another, so that the newest is the last. */
let writing: Promise<void> = Promise.resolve();

export function changeDraftPictures(key: PictureKey, pictures: PickedPicture[]): void {
  const draft = $draft.get();
  if (!draft || isCleared) return;
  release(...draft[key].filter((old) => !pictures.includes(old)));
  const changed = { ...draft, [key]: pictures };
  $draft.set(changed);
  // The entry of the texts names the owner of the pictures as well.
  keep(changed);
  writing = writing
    .then(() => pictureFiles.write(key, pictures))
    .then(
      () => $draftState.set(isEmpty(changed) ? 'none' : 'saved'),
      () => $draftState.set('failed'),
    );
}

// When the account was deleted in another tab, which has removed the stored draft, this tab clears the screen.
$session.listen((_, before) => {
  const draft = $draft.get();
  if (!before || !isLeft(before.sid) || !draft || (owner !== '' && owner !== before.user_id)) return;
  release(...draft.logo, ...draft.screenshots);
  owner = '';
  $draft.set({ ...emptyFields, logo: [], screenshots: [] });
  $draftState.set('none');
  // A picture may be in the middle of being stored.
  writing = writing.then(removePictures);
});

/** Removes the draft from storage. The screen still shows it until the page is left. */
export async function clearDraft(): Promise<void> {
  isCleared = true;
  removeText(draftKey);
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
