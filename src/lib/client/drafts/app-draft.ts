// The draft of a new app. Every change is stored in this browser, so that a reload, a crash, a logout and a lost
// network lose nothing. Only a successful Create clears it. It belongs to the account that began it; a draft of a
// visitor belongs to the first account that logs in.
import { atom } from 'nanostores';
import { draftKey } from '../../shared/browser-keys/storage-keys.ts';
import { fieldOf, wizardFields } from '../../shared/schemas/app-fields.ts';
import { $session, isLeft, ownId } from '../session/session.ts';
import { removeText } from '../storage.ts';
import { readAppDraft, writeDraft } from './form-drafts.ts';
import { readPictures, sweepPictures, writePictures } from './pictures.ts';

export const stepNames = ['basic', 'logo', 'screenshots', 'category', 'links'] as const;
export type StepName = (typeof stepNames)[number];

/** The fields of all steps. A field that is not filled in is ''. */
export const draftFields = [...Object.values(wizardFields).flat(), 'category' as const];
export type DraftField = (typeof draftFields)[number];

type Typed = Record<Exclude<DraftField, 'category'>, string | readonly string[]> &
  Record<'category', readonly string[]>;

export const pictureFields = ['logo', 'screenshots'] as const;

export interface AppDraft extends Typed, Record<(typeof pictureFields)[number], readonly string[]> {
  step: StepName;
  /** The answer to a Create was lost, so the app may be listed already. */
  unanswered: boolean;
}

export const isListField = (name: DraftField): boolean =>
  name === 'category' || fieldOf(name).isList === true;

const emptyDraft: AppDraft = {
  ...(Object.fromEntries(draftFields.map((name) => [name, isListField(name) ? [] : ''])) as unknown as Typed),
  logo: [],
  screenshots: [],
  step: 'basic',
  unanswered: false,
};

/** null until it has been read, and while it belongs to another account. */
export const $draft = atom<AppDraft | null>(null);

/** 'none' for an empty draft, which is not stored. */
export const $draftState = atom<'none' | 'saved' | 'failed'>('none');

/** Why the draft of this browser is not shown: it is another account's, or an account's while nobody is logged in. */
export const $draftHold = atom<'others' | 'nobody' | null>(null);

/** Id of the account that the draft belongs to; '' for a visitor's. */
let owner = '';

let loading: Promise<void> = Promise.resolve();

/**
 * Reads the draft of the browser. Call it again when another account logs in. One after the other: a second one that
 * ended later would replace what somebody has typed since the first.
 */
export function loadDraft(): Promise<void> {
  return (loading = loading.then(readAndShow, readAndShow));
}

async function readAndShow(): Promise<void> {
  const visitor = ownId();
  const isOpen = $draft.get() !== null;
  // When the login ends while somebody types, the draft stays on the screen.
  if (isOpen && (visitor === '' || owner === '' || owner === visitor)) return;
  const kept = readAppDraft();
  if (kept && kept.owner !== '' && kept.owner !== visitor) {
    $draft.set(null);
    $draftHold.set(visitor === '' ? 'nobody' : 'others');
  } else await showDraft();
}

/** Shows the draft of this browser to whoever is logged in, and gives it to them. */
export async function showDraft(): Promise<void> {
  owner = ownId();
  const kept = readAppDraft();
  const [logo, screenshots] = await Promise.all([
    readPictures(draftKey, 'logo'),
    readPictures(draftKey, 'screenshots'),
  ]);
  // The stored addresses of pictures are those of an earlier page.
  const draft = { ...emptyDraft, ...kept?.values, logo, screenshots };
  $draft.set(draft);
  $draftHold.set(null);
  if (!isEmpty(draft)) store(draft);
}

export async function discardDraft(): Promise<void> {
  removeText(draftKey);
  await showDraft();
}

function store(draft: AppDraft): void {
  owner ||= ownId();
  const isKept = writeDraft(draftKey, { owner, values: isEmpty(draft) ? {} : { ...draft } });
  // Until its pictures are stored it has failed.
  showState(isKept && $draftState.get() !== 'failed');
}

/** Set once the app is listed: later changes on the page must not store the draft again. */
let isCleared = false;

export function changeDraft(change: Partial<AppDraft>): void {
  const draft = $draft.get();
  if (!draft || isCleared) return;
  const changed = { ...draft, ...change };
  $draft.set(changed);
  // The entry of the texts names the owner of the pictures as well.
  store(changed);
  for (const key of pictureFields) {
    const { [key]: picked } = change;
    if (picked) void writePictures(draftKey, picked, key).then(showState);
  }
}

function showState(isKept: boolean): void {
  const draft = $draft.get();
  $draftState.set(!isKept ? 'failed' : draft && isEmpty(draft) ? 'none' : 'saved');
}

// When the account was deleted in another tab, which has removed the stored draft, this tab clears the screen.
$session.listen((_, before) => {
  const draft = $draft.get();
  if (!before || !isLeft(before.sid) || !draft || (owner !== '' && owner !== before.user_id)) return;
  owner = '';
  $draft.set(emptyDraft);
  $draftState.set('none');
  // A picture may be in the middle of being stored.
  void sweepPictures();
});

/** Removes the draft from storage. The screen still shows it until the page is left. */
export async function clearDraft(): Promise<void> {
  isCleared = true;
  removeText(draftKey);
  $draftState.set('none');
  await sweepPictures();
}

function isEmpty(draft: AppDraft): boolean {
  return [...draftFields, ...pictureFields].every((name) => draft[name].length === 0);
}
