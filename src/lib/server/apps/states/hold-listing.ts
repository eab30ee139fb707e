// Asks the rules about a listing that somebody lists or changes, and holds it for staff where they say so.
import { linkNames, sentColumns, type AppValues, namesLicence } from '../../../shared/schemas/app-fields.ts';
import type { UpdateApp } from '../../../shared/schemas/app-forms.ts';
import type { CategoryKey } from '../../../shared/schemas/categories.ts';
import type { ListingState } from '../../../shared/schemas/apps.ts';
import { messages } from '../../../shared/text/messages.ts';
import { collapseSpaces } from '../../../shared/text/text.ts';
import { composeMail, findAccount, lockOpenOwner, type Caller } from '../../accounts/index.ts';
import { readingIn, type WriteDb } from '../../platform/db/database.ts';
import type { AppTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Hold, ListingTexts } from '../../rules/index.ts';
import { findCategories } from '../app-queries.ts';
import type { AppsContext } from '../context.ts';
import { lockSkeletons, unlockSkeletons } from '../names/name-writes.ts';
import { appsOfOwner } from '../owned-app-queries.ts';
import { changeListingState } from './state-writes.ts';

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
