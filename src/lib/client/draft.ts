// The new app that somebody is about to list. Kept in this browser with every change, so that a reload, a crash, a logout and
// a lost network lose nothing; only a successful Create clears it.
import { atom } from 'nanostores';
import { platforms } from '../shared/apps.ts';
import { draftKey } from '../shared/draft-key.ts';
import { z } from '../shared/zod.ts';
import {
  readPictures,
  release,
  removePictures,
  writePictures,
  type PickedPicture,
  type PictureKey,
} from './draft-pictures.ts';

export const stepNames = ['basic', 'logo', 'screenshots', 'category', 'links'] as const;
export type StepName = (typeof stepNames)[number];

const text = z.string().catch('');
const fieldsSchema = z.object({
  name: text,
  description: text,
  website: text,
  external_link: text,
  appstore_link: text,
  playstore_link: text,
  categories: z.array(z.string()).catch([]),
  /** '' for what the links say. */
  platform: z.enum(['', ...platforms]).catch(''),
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

/** null until it has been read. */
export const $draft = atom<Draft | null>(null);

/** 'none': there is nothing to keep. */
export const $draftState = atom<'none' | 'saved' | 'failed'>('none');

export async function loadDraft(): Promise<void> {
  if ($draft.get()) return;
  const fields = readFields();
  const [logo, screenshots] = await Promise.all([readPictures('logo'), readPictures('screenshots')]);
  const draft = { ...fields, logo, screenshots };
  $draft.set(draft);
  if (!isEmpty(draft)) $draftState.set('saved');
}

function readFields(): DraftFields {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(draftKey) ?? '{}');
    const parsed = fieldsSchema.safeParse(stored);
    return parsed.success ? parsed.data : emptyFields;
  } catch {
    return emptyFields;
  }
}

/** The app is listed: nothing that happens on the page any more may bring the draft back. */
let isCleared = false;

export function changeDraft(change: Partial<DraftFields>): void {
  const draft = $draft.get();
  if (!draft || isCleared) return;
  const changed = { ...draft, ...change };
  $draft.set(changed);
  try {
    localStorage.setItem(draftKey, JSON.stringify(fieldsSchema.parse(changed)));
    if ($draftState.get() !== 'failed') $draftState.set(isEmpty(changed) ? 'none' : 'saved');
  } catch {
    $draftState.set('failed');
  }
}

/** One write after the other: the newest must be the last. */
let writing: Promise<void> = Promise.resolve();

export function changeDraftPictures(key: PictureKey, pictures: PickedPicture[]): void {
  const draft = $draft.get();
  if (!draft || isCleared) return;
  release(...draft[key].filter((old) => !pictures.includes(old)));
  const changed = { ...draft, [key]: pictures };
  $draft.set(changed);
  writing = writing
    .then(() => writePictures(key, pictures))
    .then(
      () => $draftState.set(isEmpty(changed) ? 'none' : 'saved'),
      () => $draftState.set('failed'),
    );
}

/** What is on the screen stays until the page is left. */
export async function clearDraft(): Promise<void> {
  isCleared = true;
  try {
    localStorage.removeItem(draftKey);
  } catch {
    // Then nothing was kept there either.
  }
  await writing;
  await removePictures();
  $draftState.set('none');
}

function isEmpty(draft: Draft): boolean {
  const texts = [
    draft.name,
    draft.description,
    draft.website,
    draft.external_link,
    draft.appstore_link,
    draft.playstore_link,
  ];
  return (
    texts.every((value) => value === '') &&
    draft.categories.length + draft.logo.length + draft.screenshots.length === 0
  );
}
