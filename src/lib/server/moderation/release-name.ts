import { nameKey } from '../../shared/text/text.ts';
import { findAnyUser, findHandleOwner, releaseHandle, releaseOldHandle } from '../accounts/index.ts';
import { findListingRowBy } from '../apps/owned-apps.ts';
import { releaseNames, releaseOldNameId } from '../apps/names.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { readingIn, type ReadDb, type WriteDb } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { dataKey, type DataKey } from '../platform/reads/data-keys.ts';
import type { ModerationContext } from './context.ts';
import { letters, mailTo } from './mails.ts';
import { findListingRow, type ListingRow } from './subjects.ts';

/**
 * Frees a name: the name and address of a removed listing, an old address, an old handle, and with a leading '@' also a
 * current handle.
 * @returns what is free now, for a terminal
 * @throws AppError 404 if nobody holds it, 409 if it is in use
 */
export async function releaseName(context: ModerationContext, text: string): Promise<string[]> {
  return await context.audit.write('operator', async (trx, note) => {
    const freed = text.startsWith('@')
      ? await freeHandle(context, trx, text.slice(1).toLowerCase())
      : [...(await freeNames(trx, text)), ...(await freeOldHandle(trx, text.toLowerCase()))];
    if (freed.length === 0) throw await refusalOf(readingIn(trx), text);
    for (const { ownerId } of freed) await note('moderation.name-released', ownerId);
    for (const { keys } of freed) noteChanged(...keys);
    return freed.map(({ what }) => what);
  });
}

interface Freed {
  /** For a terminal. */
  what: string;
  ownerId: string | null;
  keys: DataKey[];
}

const findHolder = async (db: ReadDb, text: string): Promise<ListingRow | undefined> =>
  (await findListingRow(db, text)) ?? (await findListingRowBy(db, 'name_key', nameKey(text)));

async function freeNames(trx: WriteDb, text: string): Promise<Freed[]> {
  const holder = await findHolder(readingIn(trx), text);
  const appId = await releaseOldNameId(trx, text);
  const ownerId = holder?.owner_id ?? null;
  if (appId !== undefined)
    return [{ what: `the former address /app/${text}`, ownerId, keys: [dataKey.apps, dataKey.app(appId)] }];
  if (!holder || !(await releaseNames(trx, holder.id))) return [];
  const what = `the name ${holder.name} and the address /app/${holder.name_id}`;
  return [{ what, ownerId, keys: [dataKey.apps, dataKey.app(holder.id)] }];
}

async function freeOldHandle(trx: WriteDb, handle: string): Promise<Freed[]> {
  const ownerId = await releaseOldHandle(trx, handle);
  return ownerId === undefined
    ? []
    : [{ what: `the former handle ${handle}`, ownerId, keys: [dataKey.user(ownerId)] }];
}

async function freeHandle(
  { clock, contactEmail }: ModerationContext,
  trx: WriteDb,
  handle: string,
): Promise<Freed[]> {
  const id = await releaseHandle(trx, handle, clock());
  const account = id === undefined ? undefined : await findAnyUser(trx, id);
  if (!account) return await freeOldHandle(trx, handle);
  await mailTo(trx, account, letters.handleReleased(handle, contactEmail), clock());
  return [
    { what: `the handle ${handle}`, ownerId: account.id, keys: [dataKey.user(account.id), dataKey.users] },
  ];
}

async function refusalOf(db: ReadDb, text: string): Promise<AppError> {
  const listing = await findHolder(db, text);
  if (listing && listing.state !== 'removed')
    return new AppError(409, `The ${listing.state} listing ${listing.name} uses '${text}'. Hide it first.`);
  const userId = await findHandleOwner(db, text.toLowerCase());
  if (userId !== undefined)
    return new AppError(
      409,
      `The account ${userId} has the handle '${text}' today. Write '@${text}' to take it back.`,
    );
  return new AppError(404, `Nobody holds '${text}'.`);
}
