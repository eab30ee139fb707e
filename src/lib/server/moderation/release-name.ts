import { nameKey } from '../../shared/text/text.ts';
import { findAnyUser, findHandleOwner, releaseHandle, releaseOldHandle } from '../accounts/index.ts';
import { releaseNames, releaseOldNameId } from '../apps/index.ts';
import { AppError } from '../platform/errors.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { ModerationContext } from './context.ts';
import { letters, mailTo } from './mails.ts';
import { findListingOfName, findListingRow } from './subjects.ts';

/**
 * Frees a name: the name and address of a removed listing, an old address, an old handle, and with a leading '@' also a
 * current handle.
 * @returns what is free now, for a terminal
 * @throws AppError 404 if nobody holds it, 409 if it is in use
 */
export async function releaseName(context: ModerationContext, text: string): Promise<string[]> {
  const released = text.startsWith('@')
    ? await releaseHandles(context, text.slice(1).toLowerCase())
    : [...(await releaseHeldNames(context, text)), ...(await releaseHeldHandle(context, text.toLowerCase()))];
  if (released.length > 0) return released;
  throw await refusalOf(context, text);
}

async function releaseHeldNames(context: ModerationContext, text: string): Promise<string[]> {
  const { audit, db, publishChanges } = context;
  const holder = (await findListingRow(db.read, text)) ?? (await findListingOfName(db.read, nameKey(text)));
  const { released, apps } = await audit.write('operator', async (trx, note) => {
    const done: { released: string[]; apps: string[] } = { released: [], apps: [] };
    const appId = await releaseOldNameId(trx, text);
    if (appId !== undefined) {
      done.released.push(`the former address /app/${text}`);
      done.apps.push(appId);
      await note('moderation.name-released', holder?.owner_id ?? null);
    } else if (holder && (await releaseNames(trx, holder.id))) {
      done.released.push(`the name ${holder.name} and the address /app/${holder.name_id}`);
      done.apps.push(holder.id);
      await note('moderation.name-released', holder.owner_id);
    }
    return done;
  });
  if (apps.length > 0) await publishChanges([dataKey.apps, ...apps.map(dataKey.app)]);
  return released;
}

async function releaseHeldHandle(context: ModerationContext, handle: string): Promise<string[]> {
  const owner = await context.audit.write('operator', async (trx, note) => {
    const id = await releaseOldHandle(trx, handle);
    if (id !== undefined) await note('moderation.name-released', id);
    return id;
  });
  if (owner === undefined) return [];
  await context.publishChanges([dataKey.user(owner)]);
  return [`the former handle ${handle}`];
}

async function releaseHandles(context: ModerationContext, handle: string): Promise<string[]> {
  const { audit, clock, publishChanges } = context;
  const now = clock();
  const owner = await audit.write('operator', async (trx, note) => {
    const id = await releaseHandle(trx, handle, now);
    const account = id === undefined ? undefined : await findAnyUser(trx, id);
    if (!account) return undefined;
    await mailTo(trx, account, letters.handleReleased(handle, context.contactEmail), now);
    await note('moderation.name-released', account.id);
    return account.id;
  });
  if (owner === undefined) return await releaseHeldHandle(context, handle);
  await publishChanges([dataKey.user(owner), dataKey.users]);
  return [`the handle ${handle}`];
}

async function refusalOf({ db }: ModerationContext, text: string): Promise<AppError> {
  const listing = (await findListingRow(db.read, text)) ?? (await findListingOfName(db.read, nameKey(text)));
  if (listing && listing.state !== 'removed')
    return new AppError(409, `The ${listing.state} listing ${listing.name} uses '${text}'. Hide it first.`);
  const userId = await findHandleOwner(db.read, text.toLowerCase());
  if (userId !== undefined)
    return new AppError(
      409,
      `The account ${userId} has the handle '${text}' today. Write '@${text}' to take it back.`,
    );
  return new AppError(404, `Nobody holds '${text}'.`);
}
