// Bulk actions: what each is about, what it would do, its begin, and how it is taken back. bulk-job.ts does the rest.
import { urls } from '../../shared/addresses/urls.ts';
import { type BulkForm, type BulkJson, type BulkPreviewJson, undoDays } from '../../shared/schemas/cases.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { isoOrNull, toIso } from '../../shared/text/dates.ts';
import { dayMs } from '../../shared/text/days.ts';
import { findAccount } from '../accounts/users.ts';
import {
  countListings,
  findListingHeads,
  findListingIdsAfter,
  type ListingHead,
} from '../apps/owned-apps.ts';
import { isTransitionAllowed } from '../apps/states.ts';
import type { Context } from '../context.ts';
import { hasRow } from '../platform/db/statements.ts';
import { type ReadDb, readingIn, type WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { BulkActionTable, UserTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { stateOfAction } from './apply-decision.ts';
import { changeBulk, decideAccount, enqueueBulkJob, type ModerationContext } from './bulk-job.ts';
import { deskSentences } from './cases.ts';
import { mailAboutBulk, mailAboutDecision } from './decision-mails.ts';
import { findBulkDecisions, freeNumber } from './decisions.ts';
import { findPeople, type Staff } from './subjects.ts';

const noBulk = 'There is no bulk action with this number.';

/** The instant until which a bulk action can be taken back. */
const undoUntil = ({ created_at }: Pick<BulkActionTable, 'created_at'>): number =>
  created_at + undoDays * dayMs;

async function bulkAsJson(db: ReadDb, rows: readonly BulkActionTable[], now: number): Promise<BulkJson[]> {
  const personOf = await findPeople(
    db,
    rows.flatMap(({ account_id, actor_id }) => [account_id, actor_id]),
  );
  return rows.map((row) => ({
    number: row.number,
    state: row.state,
    action: row.action,
    policy: row.policy,
    public_reason: row.public_reason,
    owner_reason: row.owner_reason,
    account: personOf(row.account_id),
    total: row.total,
    done: row.done,
    skipped: row.skipped,
    created_at: toIso(row.created_at),
    finished_at: isoOrNull(row.finished_at),
    undo_until: row.state === 'done' && now <= undoUntil(row) ? toIso(undoUntil(row)) : null,
    by: personOf(row.actor_id),
  }));
}

/** @throws AppError 404 */
export async function showBulk({ clock, db: { read } }: Context, number: string): Promise<BulkJson> {
  const found = read.selectFrom('bulk_actions').selectAll().where('number', '=', number);
  const [shaped] = await bulkAsJson(read, await found.execute(), clock());
  if (!shaped) throw new AppError(404, noBulk);
  return shaped;
}

/** Newest first. @throws AppError 400 for an invalid cursor */
export async function listBulk(
  { clock, db: { read } }: Context,
  cursor: string | undefined,
): Promise<Page<BulkJson>> {
  const bulk = read.selectFrom('bulk_actions');
  const keyset = { cursor, table: 'bulk_actions', column: 'created_at' } as const;
  const page = await keysetPage(read, bulk.selectAll(), keyset);
  return { ...page, items: await bulkAsJson(read, page.items, clock()) };
}

/** A selection of listings, or everything of an account. */
type BulkTargets =
  | { kind: 'account'; account: UserTable; total: number }
  | { kind: 'selection'; listings: ListingHead[] };

const refusal = (field: 'listings' | 'account', sentence: string) =>
  new AppError(400, sentence, { [field]: sentence });

/** @throws AppError 400 for targets that do not exist or do not fit the action, 403 for own ones and for staff */
async function findTargets(db: ReadDb, staff: Staff, form: BulkForm): Promise<BulkTargets> {
  if (form.account !== undefined) return await accountOf(db, staff, form);
  if (form.action === 'suspend') throw refusal('account', 'Name the account to suspend.');
  const ids = [...new Set(form.listings)].filter(isId);
  if (form.listings.length === 0) throw refusal('listings', 'Select the listings, or name an account.');
  const listings = await findListingHeads(db, ids);
  if (listings.length === 0) throw refusal('listings', 'None of these listings exists any more.');
  if (listings.some(({ owner_id }) => owner_id === staff.userId))
    throw new AppError(403, deskSentences.ownCase);
  return { kind: 'selection', listings };
}

async function accountOf(
  db: ReadDb,
  staff: Staff,
  { account: id, action, listings }: BulkForm,
): Promise<BulkTargets> {
  if (listings.length > 0) throw refusal('listings', 'Name an account or select listings, not both.');
  const account = id !== undefined && isId(id) ? await findAccount(db, id) : undefined;
  if (!account) throw refusal('account', 'There is no account with this id.');
  refuseActingOn(account, staff);
  const { all } = await countListings(db, account.id);
  return { kind: 'account', account, total: action === 'suspend' ? 1 : all };
}

/** @throws AppError 403 for the own account, and for a moderator who acts on staff */
function refuseActingOn({ id, role }: UserTable, staff: Staff): void {
  if (id === staff.userId) throw new AppError(403, deskSentences.ownCase);
  if (role !== 'member' && staff.role !== 'admin')
    throw new AppError(403, 'Only an admin may do this to a member of staff.');
}

const previewedOwners = 3;

/** What a bulk action would do, and the mails to its first owners. @throws AppError as `beginBulk` */
export async function previewBulk(context: Context, staff: Staff, form: BulkForm): Promise<BulkPreviewJson> {
  const { read } = context.db;
  const targets = await findTargets(read, staff, form);
  // The key of the link is known only once it is decided.
  const appealPath = urls.appeal('...');
  if (form.action === 'suspend' && targets.kind === 'account') {
    const { account } = targets;
    const told = {
      subject: { kind: 'profile', id: account.id, app: null, user: account, ownerId: account.id, name: '' },
      action: form.action,
      policy: form.policy,
      ownerReason: form.owner_reason,
      message: '',
      facts: [],
      caseOf: null,
    } as const;
    const mail = mailAboutDecision(context, told, { appealPath, owner: account });
    const { listed } = await countListings(read, account.id);
    return { listings: listed, skipped: 0, owners: 1, mails: mail ? [mail] : [] };
  }
  const to = stateOfAction[form.action];
  const listings = await listingsOf(read, targets);
  const affected = listings.filter(
    ({ state }) => to !== undefined && isTransitionAllowed(state, to, 'staff'),
  );
  const byOwner = Map.groupBy(affected, ({ owner_id }) => owner_id);
  const mails: BulkPreviewJson['mails'] = [];
  for (const [ownerId, ofOwner] of [...byOwner].slice(0, previewedOwners)) {
    const owner = await findAccount(read, ownerId);
    const shown = ofOwner.map(({ name }) => ({ name, appealLink: context.siteUrl + appealPath }));
    const about = { ...form, isUndone: false };
    const mail = owner && mailAboutBulk(about, owner, { listings: shown, count: ofOwner.length });
    if (mail) mails.push(mail);
  }
  const skipped = listings.length - affected.length;
  return { listings: affected.length, skipped, owners: byOwner.size, mails };
}

async function listingsOf(read: ReadDb, targets: BulkTargets): Promise<ListingHead[]> {
  if (targets.kind === 'selection') return targets.listings;
  const first = { ownerId: targets.account.id, after: '' };
  return await findListingHeads(read, await findListingIdsAfter(read, first, targets.total));
}

async function shapeIn(trx: WriteDb, bulk: BulkActionTable, now: number): Promise<BulkJson> {
  const [shaped] = await bulkAsJson(readingIn(trx), [bulk], now);
  if (!shaped) throw new Error('A bulk action has no shape.');
  return shaped;
}

/**
 * Begins a bulk action, which a job does in small steps; only a suspension is done at once.
 * @throws AppError 400 for targets that do not exist or do not fit the action, 403 for own ones and for staff
 */
export async function beginBulk(context: ModerationContext, staff: Staff, form: BulkForm): Promise<BulkJson> {
  const { audit, clock } = context;
  return await audit.write(staff.client, async (trx, note) => {
    const now = clock();
    const targets = await findTargets(readingIn(trx), staff, form);
    const isSuspension = form.action === 'suspend';
    const ids = targets.kind === 'selection' ? targets.listings.map(({ id }) => id).sort() : [];
    const bulk = {
      id: newId(),
      number: await freeNumber(trx, now, ['bulk_actions']),
      state: isSuspension ? 'done' : 'running',
      action: form.action,
      policy: form.policy,
      public_reason: form.public_reason,
      owner_reason: form.owner_reason,
      actor_id: staff.userId,
      account_id: targets.kind === 'account' ? targets.account.id : null,
      targets: JSON.stringify(ids),
      total: targets.kind === 'account' ? targets.total : ids.length,
      done: isSuspension ? 1 : 0,
      skipped: 0,
      created_at: now,
      finished_at: isSuspension ? now : null,
      undone_at: null,
    } as const;
    await trx.insertInto('bulk_actions').values(bulk).execute();
    await note('moderation.bulk-begun', staff.userId);
    if (!isSuspension) await enqueueBulkJob(trx, bulk.id, now);
    else if (!(await decideAccount(context, trx, note, { bulk })))
      throw new AppError(409, 'This account is suspended already.');
    return await shapeIn(trx, bulk, now);
  });
}

/** @throws AppError 403 where the action was about own listings, or an account that this person may not decide on */
async function refuseTakingBack(trx: WriteDb, staff: Staff, bulk: BulkActionTable): Promise<void> {
  const account = bulk.account_id === null ? undefined : await findAccount(trx, bulk.account_id);
  if (account) refuseActingOn(account, staff);
  const decided = trx.selectFrom('decisions').select('id').where('bulk_id', '=', bulk.id);
  if (await hasRow(decided.where('owner_id', '=', staff.userId)))
    throw new AppError(403, deskSentences.ownCase);
}

/**
 * Takes back all decisions of a bulk action, except where something has changed since.
 * @throws AppError 403 for one about oneself, or by a moderator for staff; 404; 409 while it is running, after it was
 * taken back, or after 30 days
 */
export async function undoBulk(context: ModerationContext, staff: Staff, number: string): Promise<BulkJson> {
  const { audit, clock, db } = context;
  return await audit.write(staff.client, async (trx, note) => {
    const now = clock();
    const bulk = await trx
      .selectFrom('bulk_actions')
      .selectAll()
      .where('number', '=', number)
      .$if(db.engine.name === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    if (!bulk) throw new AppError(404, noBulk);
    await refuseTakingBack(trx, staff, bulk);
    if (bulk.state === 'running')
      throw new AppError(409, 'This bulk action is not finished yet. Wait for its end.');
    if (bulk.state !== 'done') throw new AppError(409, 'This bulk action was taken back already.');
    if (now > undoUntil(bulk))
      throw new AppError(409, `A bulk action can be taken back for ${String(undoDays)} days only.`);
    await note('moderation.bulk-undone', staff.userId);
    const change = { undone_at: now, done: 0, skipped: 0 };
    const [suspension] = bulk.action === 'suspend' ? await findBulkDecisions(trx, bulk, 1) : [];
    if (!suspension) {
      await enqueueBulkJob(trx, bulk.id, now, staff.userId);
      const undoing = { ...change, state: 'undoing', total: bulk.done, finished_at: null } as const;
      await changeBulk(trx, bulk.id, undoing);
      return await shapeIn(trx, { ...bulk, ...undoing }, now);
    }
    const undone = { actorId: staff.userId, decision: suspension };
    const isReopened = await decideAccount(context, trx, note, { bulk, undone });
    const counts = isReopened ? { done: 1 } : { skipped: 1 };
    const ended = { ...change, ...counts, state: 'undone', finished_at: now } as const;
    await changeBulk(trx, bulk.id, ended);
    return await shapeIn(trx, { ...bulk, ...ended }, now);
  });
}
