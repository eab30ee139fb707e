// Asks the rules about a listing that somebody lists or changes, and holds it for staff where they say so.
import {
  columnsOf,
  linkNames,
  namesLicence,
  sentColumns,
  type AppColumns,
} from '../../shared/schemas/app-fields.ts';
import type { UpdateApp } from '../../shared/schemas/app-forms.ts';
import type { CategoryKey } from '../../shared/schemas/categories.ts';
import type { ListingState } from '../../shared/schemas/apps.ts';
import { linksIn } from '../../shared/text/markdown.ts';
import { messages } from '../../shared/text/messages.ts';
import { collapseSpaces } from '../../shared/text/text.ts';
import { composeMail } from '../accounts/mails.ts';
import type { Caller } from '../accounts/sessions.ts';
import { findAccount, lockOpenOwner } from '../accounts/users.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { type WriteDb } from '../platform/db/database.ts';
import type { AppTable, VersionTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import {
  judgeListing,
  judgeWhole,
  mayRelease,
  type Hold,
  type ListingTexts,
} from '../rules/judge-listing.ts';
import { findCategories } from './categories.ts';
import { changeListingState } from './states.ts';

/** Listings of an account that the rules count. */
const counted = 3;

/** What the rules read of a new listing. */
interface NewTexts extends Partial<AppColumns> {
  name: string;
  platform: AppColumns['platform'];
  categories: readonly CategoryKey[];
}

type Judged = Parameters<typeof judgeListing>[2];

/** Asks the rules about texts of the caller. @throws AppError as `judgeListing`; 401 for a closed account */
async function judge(
  context: Context,
  trx: WriteDb,
  { client, userId }: Caller,
  texts: Pick<Judged, 'before' | 'after' | 'field'> & Partial<Pick<Judged, 'latest'>>,
): ReturnType<typeof judgeListing> {
  const row = await findAccount(trx, userId);
  if (!row) throw new AppError(401, messages.errors.login);
  const account = { id: row.id, email: row.email, createdAt: row.created_at };
  return await judgeListing(context, trx, { account, client, latest: [], now: context.clock(), ...texts });
}

/**
 * @param userId whose account is locked, so that two listings that come at once are counted
 * @returns why staff look at the new listing first; null if it is published
 * @throws AppError as `judgeListing`
 */
export async function judgeNew(
  context: Context,
  trx: WriteDb,
  caller: Caller,
  app: NewTexts,
): Promise<Hold | null> {
  const own = trx.selectFrom('apps').select('created_at').where('owner_id', '=', caller.userId);
  const latest = await own.orderBy('created_at', 'desc').limit(counted).execute();
  const { hold } = await judge(context, trx, caller, {
    before: null,
    after: textsOf(context, { ...columnsOf(app), name: app.name }, app.categories),
    latest: latest.map(({ created_at }) => created_at),
  });
  return hold;
}

/** What the rules read of a listing. @param keys of its categories */
const textsOf = (
  { categories }: Pick<Context, 'categories'>,
  row: AppColumns & { name: string },
  keys: readonly CategoryKey[],
): ListingTexts => ({
  name: row.name,
  description: row.description,
  long_description: row.long_description,
  hasLicenceFact: namesLicence(row),
  categories: categories().originsOf(keys),
  links: [...linkNames.flatMap((name) => row[name] || []), ...linksIn(row.long_description)],
});

const categoryKeysOf = async (trx: WriteDb, id: string): Promise<CategoryKey[]> =>
  ((await findCategories(trx, [id])).get(id) ?? []).map(({ key }) => key);

/** What the rules say of a change. */
export interface Verdict {
  hold: Hold | null;
  /** Whether the change ends the hold of a rule. */
  ends: boolean;
  /**
   * Whether the old address leads to the new one. Otherwise an imitation that was held could be renamed, and be found
   * at the address of the name that it imitates.
   */
  keepsAddress: boolean;
}

/**
 * As `judgeNew`, for a change of a listing that is locked and not written yet.
 * @param categories the new ones; undefined where they stay
 */
export async function judgeChange(
  context: Context,
  trx: WriteDb,
  caller: Caller,
  row: AppTable,
  change: UpdateApp,
  categories: readonly CategoryKey[] | undefined,
): Promise<Verdict> {
  const keys = await categoryKeysOf(trx, row.id);
  const name = change.name === undefined ? row.name : collapseSpaces(change.name);
  const after = textsOf(context, { ...row, ...sentColumns(change), name }, categories ?? keys);
  const before = textsOf(context, row, keys);
  const { hold, endsImitation } = await judge(context, trx, caller, { before, after });
  const ends = await mayRelease(trx, row, await withNotes(trx, row.id, after));
  return { hold, ends, keepsAddress: row.state !== 'held' || !endsImitation };
}

/** Adds the links in the notes of its releases. @param except a release that is left out */
async function withNotes(trx: WriteDb, id: string, texts: ListingTexts, except = ''): Promise<ListingTexts> {
  const releases = trx.selectFrom('versions').select('latest_feature').where('app_id', '=', id);
  const notes = await releases.where('id', '!=', except).execute();
  return { ...texts, links: [...texts.links, ...notes.flatMap((one) => linksIn(one.latest_feature))] };
}

/**
 * Judges the links in the notes of a release that is not written yet, and does what the rules say.
 * @param old the release that is changed
 */
export async function judgeNotes(
  context: Context,
  trx: WriteDb,
  caller: Caller,
  row: AppTable,
  notes: string,
  old?: VersionTable,
): Promise<void> {
  const texts = textsOf(context, row, await categoryKeysOf(trx, row.id));
  const withLinks = (text: string) => ({ ...texts, links: [...texts.links, ...linksIn(text)] });
  const after = withLinks(notes);
  const before = withLinks(old?.latest_feature ?? '');
  const { hold } = await judge(context, trx, caller, { before, after, field: 'latest_feature' });
  const ends = await mayRelease(trx, row, await withNotes(trx, row.id, after, old?.id));
  if (await applyVerdict(context, trx, row, { hold, ends })) noteChanged(dataKey.pictures);
}

/**
 * Holds a listing, opens a case for staff and tells its owner, in the transaction that stores it. A listing that staff
 * have held before stays as it is, and so does one that they have limited, but they look at it again.
 */
export async function holdListing(
  { clock, openCase }: Context,
  trx: WriteDb,
  { id, ownerId, hold, state }: { id: string; ownerId: string; hold: Hold; state?: ListingState },
): Promise<void> {
  const now = clock();
  const { policy, reason, clearedBy: clears, reportReason, note } = hold;
  const held = { id, to: 'held', actor: 'rule', policy, reason, clears, now, isOwnerOpen: true } as const;
  const row = await changeListingState(trx, held);
  if (!row && state !== 'limited') return;
  const subject = { kind: 'app', id } as const;
  await openCase(trx, { kind: 'hold', subject, ownerId, reason: reportReason, note, now });
  const owner = await findAccount(trx, ownerId);
  if (owner && row) await enqueueMail(trx, composeMail(owner, waits(row.name, reason, clears)), now);
}

const waits = (name: string, reason: string, clears: string) => ({
  subject: 'your app is waiting for review',
  body: [
    `your app ${name} is saved, but nobody else can see it yet.`,
    `Why: ${reason}`,
    `What happens next: ${clears}`,
    'We will mail you again when we have decided.',
  ],
});

/** Ends the hold of a rule. Staff still see the case, with a note. @returns whether the listing is public again */
async function releaseByRule(
  { clock, openCase }: Context,
  trx: WriteDb,
  { id, owner_id: ownerId }: AppTable,
  why: string,
): Promise<boolean> {
  const now = clock();
  const isOwnerOpen = await lockOpenOwner(trx, ownerId);
  if (!(await changeListingState(trx, { id, to: 'public', actor: 'rule', now, isOwnerOpen }))) return false;
  const note = `Released by rule: ${why}.`;
  await openCase(trx, { kind: 'hold', subject: { kind: 'app', id }, ownerId, reason: 'other', note, now });
  return true;
}

/** Does what the rules say of a change, in the transaction that stores it. @returns whether its state has changed */
export async function applyVerdict(
  context: Context,
  trx: WriteDb,
  row: AppTable,
  { hold, ends }: Pick<Verdict, 'ends' | 'hold'>,
): Promise<boolean> {
  if (ends) return await releaseByRule(context, trx, row, 'what it was held for has been changed');
  if (!hold) return false;
  await holdListing(context, trx, { id: row.id, ownerId: row.owner_id, hold, state: row.state });
  return true;
}

/**
 * Judges a listing that comes back in a bulk action. Threat: while it is held or limited its owner makes a bank of it,
 * and whoever takes the bulk action back has looked at none of its listings. So one that its owner has changed since it
 * left the public is held again, as a change of a public one would be; one that is limited stays so, with a case.
 * Without a change it comes back as it was: staff may have let it through. What it said before is not stored, so a
 * changed one is judged as a whole. Call it in the transaction that brings it back.
 * @param leftAt when it left the public
 * @returns whether it is held now
 */
export async function holdReturned(
  context: Context,
  trx: WriteDb,
  row: AppTable,
  leftAt: number,
): Promise<boolean> {
  const { id, owner_id: ownerId, state } = row;
  // Every later change has a later instant (`changedAt`).
  if (row.updated_at <= leftAt) return false;
  const texts = textsOf(context, row, await categoryKeysOf(trx, id));
  const found = await judgeWhole(trx, ownerId, await withNotes(trx, id, texts));
  if (!found) return false;
  const hold = { ...found, note: `${found.note} Its owner changed it before it came back.` };
  await holdListing(context, trx, { id, ownerId, hold, state });
  await context.reindex(trx, [id]);
  return state !== 'limited';
}

/**
 * A proof ends the hold of a name that is its owner's: busha.co for an app that is held because it is called Busha. Call
 * it in the transaction that stores the proof.
 * @param proved the domain whose holder the owner is, such as busha.co
 * @returns whether the listing is public again
 */
export async function releaseByProof(
  context: Context,
  trx: WriteDb,
  row: AppTable,
  proved: string,
): Promise<boolean> {
  const texts = textsOf(context, row, await categoryKeysOf(trx, row.id));
  if (!(await mayRelease(trx, row, await withNotes(trx, row.id, texts), proved))) return false;
  if (!(await releaseByRule(context, trx, row, `its owner has proved to control ${proved}`))) return false;
  await context.reindex(trx, [row.id]);
  return true;
}
