// Asks the rules about a listing that somebody lists or changes, and holds it for staff where they say so.
import { type AppValues, linkNames, sentColumns } from '../../shared/schemas/app-fields.ts';
import type { UpdateApp } from '../../shared/schemas/app-forms.ts';
import type { CategoryKey } from '../../shared/schemas/categories.ts';
import { namesLicence } from '../../shared/schemas/facts/app-facts.ts';
import type { ListingState } from '../../shared/schemas/listing-states.ts';
import { messages } from '../../shared/text/messages.ts';
import { collapseSpaces } from '../../shared/text/text.ts';
import { type Caller, composeMail, findAccount, lockOpenOwner } from '../accounts/index.ts';
import { readingIn, type WriteDb } from '../platform/db/database.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import type { Hold, ListingTexts } from '../rules/index.ts';
import type { AppsContext } from './context.ts';
import { findCategories } from './listings.ts';
import { lockSkeletons, unlockSkeletons } from './names.ts';
import { appsOfOwner } from './owned-apps.ts';
import { changeListingState } from './states.ts';

/** Listings of an account that the rules count. */
const counted = 3;

/** What the rules read of a new listing. */
interface NewTexts extends Partial<AppValues> {
  name: string;
  categories: readonly CategoryKey[];
}

/** What the rules need to know of the caller's account. @throws AppError 401 if it was closed meanwhile */
async function accountOf(trx: WriteDb, userId: string) {
  const row = await findAccount(readingIn(trx), userId);
  if (!row) throw new AppError(401, messages.errors.login);
  return { id: row.id, email: row.email, createdAt: row.created_at };
}

/** @returns why staff look at the new listing first; null if it is published. @throws AppError as `judgeListing` */
export async function judgeNew(
  { categories, clock, rules }: AppsContext,
  trx: WriteDb,
  { client, userId }: Caller,
  app: NewTexts,
): Promise<Hold | null> {
  // One after the other, so that two that come at once are counted. No skeleton has a space.
  const turn = [`listings of ${userId}`];
  await lockSkeletons(trx, turn);
  const latest = await appsOfOwner(trx, userId, null, counted);
  await unlockSkeletons(trx, turn);
  const { hold } = await rules.judgeListing(trx, {
    account: await accountOf(trx, userId),
    client,
    before: null,
    after: {
      name: app.name,
      description: app.description ?? '',
      longDescription: app.longDescription ?? '',
      hasLicenceFact: namesLicence({
        licence: app.licence ?? '',
        licence_number: app.licenceNumber ?? '',
      }),
      categories: categories().originsOf(app.categories),
      links: [app.website, app.externalLink, app.appstoreLink, app.playstoreLink].flatMap(
        (link) => link || [],
      ),
    },
    latest: latest.map(({ at }) => at),
    now: clock(),
  });
  return hold;
}

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

interface Change {
  row: AppTable;
  change: UpdateApp;
  /** The new categories; undefined where they stay. */
  categories: readonly CategoryKey[] | undefined;
}

/** As `judgeNew`, for a change of a listing that is locked and not written yet. */
export async function judgeChange(
  { categories: known, clock, rules }: AppsContext,
  trx: WriteDb,
  { client, userId }: Caller,
  { row, change, categories: chosen }: Change,
): Promise<Verdict> {
  const keys = ((await findCategories(trx, [row.id])).get(row.id) ?? []).map(({ key }) => key);
  const { originsOf } = known();
  const before = textsOf(row, originsOf(keys));
  const name = change.name === undefined ? row.name : collapseSpaces(change.name);
  const after = textsOf({ ...row, ...sentColumns(change), name }, originsOf(chosen ?? keys));
  const account = await accountOf(trx, userId);
  const { hold, endsImitation } = await rules.judgeListing(trx, {
    account,
    client,
    before,
    after,
    latest: [],
    now: clock(),
  });
  const isHeldByRule = row.state === 'held' && row.state_decision === null;
  const policy = row.state_policy;
  return {
    hold,
    ends: isHeldByRule && (await rules.mayRelease(trx, { policy, account, after })),
    keepsAddress: row.state !== 'held' || !endsImitation,
  };
}

/** What the rules read of a stored listing. */
export function textsOf(row: AppTable, categories: ListingTexts['categories']): ListingTexts {
  return {
    name: row.name,
    description: row.description,
    longDescription: row.long_description,
    hasLicenceFact: namesLicence(row),
    categories,
    links: linkNames.flatMap((name) => row[name] || []),
  };
}

/**
 * Holds a listing, opens a case for staff and tells its owner, in the transaction that stores it. A listing that staff
 * have held before stays as it is, and so does one that they have limited, but they look at it again.
 */
export async function holdListing(
  { clock, openCase }: AppsContext,
  trx: WriteDb,
  { id, ownerId, hold, state }: { id: string; ownerId: string; hold: Hold; state?: ListingState },
): Promise<void> {
  const now = clock();
  const { policy, reason, clearedBy: clears, reportReason, note } = hold;
  const row = await changeListingState(trx, {
    id,
    to: 'held',
    actor: 'rule',
    policy,
    reason,
    clears,
    now,
    isOwnerOpen: true,
  });
  if (!row && state !== 'limited') return;
  await openCase(trx, {
    kind: 'hold',
    subject: { kind: 'app', id },
    ownerId,
    reason: reportReason,
    note,
    now,
  });
  const owner = await findAccount(readingIn(trx), ownerId);
  if (owner && row) await enqueueMail(trx, composeMail(owner, waits(row.name, reason, clears)), now);
}

/** Does what the rules say of a change, in the transaction that stores it. @returns whether its state has changed */
export async function applyVerdict(
  context: AppsContext,
  trx: WriteDb,
  { id, owner_id: ownerId, state }: AppTable,
  { hold, ends }: Verdict,
): Promise<boolean> {
  const { clock, db, openCase } = context;
  if (ends) {
    const now = clock();
    const isOwnerOpen = await lockOpenOwner(trx, db.engine, ownerId);
    if (!(await changeListingState(trx, { id, to: 'public', actor: 'rule', now, isOwnerOpen }))) return false;
    const note = 'Released by rule: what it was held for has been changed.';
    await openCase(trx, { kind: 'hold', subject: { kind: 'app', id }, ownerId, reason: 'other', note, now });
  } else if (hold) await holdListing(context, trx, { id, ownerId, hold, state });
  return ends || hold !== null;
}

const waits = (name: string, reason: string, clears: string) => ({
  subject: 'your app waits for a look by us',
  body: [
    `your app ${name} is saved, and nobody else sees it yet.`,
    `Why: ${reason}`,
    `What happens next: ${clears}`,
    'You get another mail when we have decided.',
  ],
});

// Judges a listing that comes back in a bulk action. Threat: while it is held or limited its owner makes a bank of it,
// and whoever takes the bulk action back has looked at none of its listings.

/**
 * Holds a listing again that its owner has changed since it left the public, as a change of a public one would; one
 * that is limited stays so, with a case. Without a change it comes back as it was: staff may have let it through. What
 * it said before is not stored, so a changed one is judged as a whole. Call it in the transaction that brings it back.
 * @param leftAt when it left the public
 * @returns whether it is held now
 */
export async function holdReturned(
  context: AppsContext,
  trx: WriteDb,
  row: AppTable,
  leftAt: number,
): Promise<boolean> {
  const { categories, reindex, rules } = context;
  const { id, owner_id: ownerId, state } = row;
  // `lockApp` gives every later change a later instant.
  if (row.updated_at <= leftAt) return false;
  const keys = ((await findCategories(trx, [id])).get(id) ?? []).map(({ key }) => key);
  const after = textsOf(row, categories().originsOf(keys));
  const found = await rules.judgeWhole(trx, { account: { id: ownerId }, after });
  if (!found) return false;
  const hold = { ...found, note: `${found.note} Its owner changed it before it came back.` };
  await holdListing(context, trx, { id, ownerId, hold, state });
  await reindex(trx, [id]);
  return state !== 'limited';
}

// A proof ends the hold of a name that is its owner's: busha.co for an app that is held because it is called Busha.

/**
 * Call it in the transaction that stores the proof. Staff still see the case, with a note.
 * @param proved the domain whose holder the owner is, such as busha.co
 * @returns whether the listing is public again
 */
export async function releaseByProof(
  { categories, clock, db, openCase, reindex, rules }: AppsContext,
  trx: WriteDb,
  row: AppTable,
  proved: string,
): Promise<boolean> {
  if (row.state !== 'held' || row.state_decision !== null) return false;
  const owner = await findAccount(readingIn(trx), row.owner_id);
  if (!owner) return false;
  const keys = ((await findCategories(trx, [row.id])).get(row.id) ?? []).map(({ key }) => key);
  const isFree = await rules.mayRelease(trx, {
    policy: row.state_policy,
    account: { id: owner.id, email: owner.email, createdAt: owner.created_at },
    after: textsOf(row, categories().originsOf(keys)),
    proved,
  });
  if (!isFree) return false;
  const now = clock();
  const isOwnerOpen = await lockOpenOwner(trx, db.engine, row.owner_id);
  const to = { id: row.id, to: 'public', actor: 'rule', now, isOwnerOpen } as const;
  if (!(await changeListingState(trx, to))) return false;
  const note = `Released by rule: its owner has proved to control ${proved}.`;
  const subject = { kind: 'app', id: row.id } as const;
  await openCase(trx, { kind: 'hold', subject, ownerId: row.owner_id, reason: 'other', note, now });
  await reindex(trx, [row.id]);
  return true;
}
