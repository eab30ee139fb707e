// Asks the rules about a listing that somebody lists or changes, and holds it for staff where they say so.
import { linkNames } from '../../shared/addresses/links.ts';
import { namesLicence } from '../../shared/schemas/app-fields.ts';
import type { ListingState } from '../../shared/schemas/apps.ts';
import { linksIn } from '../../shared/text/markdown.ts';
import { messages } from '../../shared/text/messages.ts';
import { composeMail } from '../accounts/mails.ts';
import type { Caller } from '../accounts/sessions.ts';
import { findAccount } from '../accounts/users.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { AppTable } from '../platform/db/schema.ts';
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
import { lockListing, lockOwnApp } from './find-app.ts';
import { changeApp, changeListingState } from './states.ts';

/** What the rules read of a listing and the notes of its releases, as the transaction has them. */
async function textsOf({ categories }: Context, trx: WriteDb, id: string) {
  const row = await trx.selectFrom('apps').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const releases = trx.selectFrom('versions').select('latest_feature').where('app_id', '=', id);
  const notes = (await releases.execute()).map(({ latest_feature }) => latest_feature);
  const keys = ((await findCategories(trx, [id])).get(id) ?? []).map(({ key }) => key);
  return {
    ...row,
    hasLicenceFact: namesLicence(row),
    categories: categories().originsOf(keys),
    links: [
      ...linkNames.flatMap((name) => row[name] || []),
      ...[row.long_description, ...notes].flatMap(linksIn),
    ],
  };
}

/**
 * Judges what the caller has written of a listing, in the transaction that wrote it, and does what the rules say.
 * @param row as it was before, or as it is if it is new
 * @param before what it said then; null for a new one
 * @param field of the request that has the links
 * @throws AppError as `judgeListing`; 401 for a closed account
 */
export async function judgeWritten(
  context: Context,
  trx: WriteDb,
  { client, userId }: Caller,
  row: AppTable,
  before: ListingTexts | null,
  field?: string,
): Promise<void> {
  const account = await findAccount(trx, userId);
  if (!account) throw new AppError(401, messages.errors.login);
  const after = await textsOf(context, trx, row.id);
  const hold = await judgeListing(context, trx, { account, client, before, after, field });
  if (await mayRelease(trx, row, after))
    await releaseByRule(context, trx, row, 'what it was held for has been changed');
  else if (hold) await holdListing(context, trx, row, hold);
}

interface AppChange {
  id: string;
  /** Who has to be the owner; left out for the sample listings. */
  caller?: Caller | undefined;
  /** The field of the request that has the links, where the rules judge the change. */
  judged?: string;
  at?: number | undefined;
}

/**
 * Changes an app, which stays locked until the transaction ends.
 * @param work gets the row as it was, and the instant of the change
 * @throws AppError 404, 403 for anyone but the owner, as `judgeWritten`
 */
export async function changeOwnApp<Result>(
  context: Context,
  trx: WriteDb,
  { id, caller, judged, at: now = context.clock() }: AppChange,
  work: (app: AppTable, now: number) => Promise<Result>,
): Promise<Result> {
  const app = await (caller ? lockOwnApp(trx, caller, id) : lockListing(trx, id));
  // Removed, or deleted, since the request was authorized.
  if (!app || app.state === 'removed') throw new AppError(404, messages.app.missing);
  const before = judged !== undefined && (await textsOf(context, trx, id));
  const result = await work(app, now);
  if (caller && before) await judgeWritten(context, trx, caller, app, before, judged);
  // Later than the decision that holds or limits it, also where the request began before: so a change after the
  // decision is told (`holdReturned`).
  await changeApp(trx, id, { updated_at: Math.max(now, (app.state_at ?? -1) + 1) });
  await context.reindex(trx, [id]);
  noteChanged(dataKey.apps, dataKey.app(id), dataKey.user(app.owner_id));
  return result;
}

/**
 * Holds a listing, opens a case for staff and tells its owner, in the transaction that stores it. A listing that staff
 * have held before stays as it is, and so does one that they have limited, but they look at it again.
 */
async function holdListing(
  { clock, openCase }: Context,
  trx: WriteDb,
  { id, owner_id: ownerId, state }: { id: string; owner_id: string; state: ListingState },
  { policy, reason, clearedBy: clears, reportReason, note }: Hold,
): Promise<void> {
  const now = clock();
  const held = { id, to: 'held', actor: 'rule', policy, reason, clears, now } as const;
  const row = await changeListingState(trx, held);
  if (!row && state !== 'limited') return;
  const about = { subject_kind: 'app', subject_id: id, owner_id: ownerId } as const;
  await openCase(trx, { kind: 'hold', ...about, reason: reportReason, note, now });
  // Pictures of a held app are not served.
  noteChanged(dataKey.pictures);
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

/** Ends the hold of a rule. Staff still see the case, with a note. */
async function releaseByRule(
  { clock, openCase }: Context,
  trx: WriteDb,
  { id, owner_id }: AppTable,
  why: string,
): Promise<void> {
  const now = clock();
  await changeListingState(trx, { id, to: 'public', actor: 'rule', now });
  noteChanged(dataKey.pictures);
  const note = `Released by rule: ${why}.`;
  const about = { subject_kind: 'app', subject_id: id, owner_id, reason: 'other' } as const;
  await openCase(trx, { kind: 'hold', ...about, note, now });
}

/**
 * Judges a listing that comes back in a bulk action. Threat: while it is held or limited its owner makes a bank of it,
 * and whoever takes the bulk action back has looked at none of its listings. So one that its owner has changed since it
 * left the public is held again, as a change of a public one would be; one that is limited stays so, with a case.
 * Without a change it comes back as it was: staff may have let it through. What it said before is not stored, so a
 * changed one is judged as a whole. Call it in the transaction that brings it back.
 * @param leftAt when it left the public
 */
export async function holdReturned(context: Context, trx: WriteDb, row: AppTable, leftAt: number) {
  // Every later change has a later instant (`changeOwnApp`).
  if (row.updated_at <= leftAt) return;
  const found = await judgeWhole(trx, row.owner_id, await textsOf(context, trx, row.id));
  if (!found) return;
  const note = `${found.note} Its owner changed it before it came back.`;
  await holdListing(context, trx, row, { ...found, note });
  await context.reindex(trx, [row.id]);
}

/**
 * A proof ends the hold of a name that is its owner's: busha.co for an app that is held because it is called Busha.
 * Call it in the transaction that stores the proof, before the listing is indexed.
 * @param proved the domain whose holder the owner is, such as busha.co
 */
export async function releaseByProof(context: Context, trx: WriteDb, row: AppTable, proved: string) {
  if (await mayRelease(trx, row, await textsOf(context, trx, row.id), proved))
    await releaseByRule(context, trx, row, `its owner has proved to control ${proved}`);
}
