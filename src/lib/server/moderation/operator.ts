// What the operator does with a command (`npm run moderate`): deletes a listing, and frees a name.
import type { PolicyId } from '../../shared/schemas/policies.ts';
import { messages } from '../../shared/text/messages.ts';
import { collapseSpaces, nameKey } from '../../shared/text/text.ts';
import { composeMail } from '../accounts/mails.ts';
import { findAccount, findHandleOwner, releaseHandle, releaseOldHandle } from '../accounts/users.ts';
import { lockListing } from '../apps/find-app.ts';
import { freeName, releaseOldNameId } from '../apps/names.ts';
import { findListingRowBy, findListingRowByOldNameId } from '../apps/visibility.ts';
import { noteListing, removeApp } from '../apps/states.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { AppTable, UserTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { type DataKey, dataKey } from '../platform/reads/data-keys.ts';
import { canBeMailed, freeNumber } from './cases.ts';
import { insertDecision } from './decisions.ts';

const maxReasonLength = 500;

/** By id, current address or old address, in this order. */
async function findListingRow(db: ReadDb, text: string): Promise<AppTable | undefined> {
  return (
    (isId(text) ? await findListingRowBy(db, 'id', text) : undefined) ??
    (await findListingRowBy(db, 'name_id', text)) ??
    (await findListingRowByOldNameId(db, text))
  );
}

/** Normalizes a reason to one line with a full stop. @throws AppError 400 */
function readReason(text: string): string {
  const reason = collapseSpaces(text);
  if (reason === '') throw new AppError(400, 'Give a reason: everybody who opens the page reads it.');
  if (reason.length > maxReasonLength)
    throw new AppError(400, `The reason is longer than ${String(maxReasonLength)} characters.`);
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

/** Mails the owner in the transaction; nobody at an unverified address, which may be a stranger's. */
async function tell(
  { clock, operator }: Context,
  trx: WriteDb,
  account: UserTable | undefined,
  { body, subject }: { subject: string; body: string[] },
): Promise<void> {
  if (!account || !canBeMailed(account)) return;
  const appeal = `${messages.app.appeal} ${operator.contactEmail}.`;
  await enqueueMail(trx, composeMail(account, { subject, body: [...body, appeal] }), clock());
}

/**
 * Deletes a listing as its owner would, and leaves a decision under a policy. Pictures that nothing else shows are not
 * served any more, and the next sweep removes them.
 */
export async function deleteListing(
  context: Context,
  idOrNameId: string,
  reasonText: string,
  policy: PolicyId = 'other',
): Promise<AppTable> {
  const { audit, clock, db } = context;
  const reason = readReason(reasonText);
  const listing = await findListingRow(db.read, idOrNameId);
  if (!listing) throw new AppError(404, `No listing has the id or the address '${idOrNameId}'.`);
  const at = clock();
  await audit.write('operator', async (trx, note) => {
    const row = await lockListing(trx, listing.id);
    if (!row || !(await removeApp(trx, row.id, at)))
      throw new AppError(404, `The listing ${listing.name} was deleted meanwhile.`);
    await insertDecision(trx, {
      ...{ id: newId(), number: await freeNumber(trx, at), at, source: 'operator', action: 'remove', policy },
      ...{ public_reason: reason, owner_reason: reason },
      ...{ subject_kind: 'app', subject_id: row.id, subject_name: row.name, owner_id: row.owner_id },
      ...{ state_before: row.state, state_after: 'gone' },
    });
    await tell(context, trx, await findAccount(trx, row.owner_id), {
      subject: 'your listing was deleted',
      body: [
        `the operator has deleted your listing ${row.name} with its pictures and its versions. This cannot be undone.`,
        `Reason: ${reason}`,
      ],
    });
    await note('moderation.listing-deleted', row.owner_id);
    noteListing(row);
  });
  return listing;
}

const findHolder = async (db: ReadDb, text: string): Promise<AppTable | undefined> =>
  (await findListingRow(db, text)) ?? (await findListingRowBy(db, 'name_key', nameKey(text)));

/**
 * Frees a name: the name and address of a removed listing, an old address, an old handle, and with a leading '@' also a
 * current handle.
 * @returns what is free now, for a terminal
 */
export async function releaseName(context: Context, text: string): Promise<string[]> {
  return await context.audit.write('operator', async (trx, note) => {
    const freed: string[] = [];
    const free = async (what: string, ownerId: string | null, ...keys: DataKey[]) => {
      freed.push(what);
      await note('moderation.name-released', ownerId);
      noteChanged(...keys);
    };
    const isHandle = text.startsWith('@');
    const handle = text.slice(isHandle ? 1 : 0).toLowerCase();
    if (isHandle) {
      const id = await releaseHandle(trx, handle, context.clock());
      const account = id === undefined ? undefined : await findAccount(trx, id);
      const sentence = `the operator has taken back the short address /u/${handle} of your page. Choose another one under 'Update Profile'.`;
      await tell(context, trx, account, { subject: 'your short address was taken back', body: [sentence] });
      if (account) await free(`the handle ${handle}`, account.id, dataKey.user(account.id), dataKey.users);
    } else {
      const holder = await findHolder(trx, text);
      const appId = await releaseOldNameId(trx, text);
      if (appId !== undefined) {
        const keys = [dataKey.apps, dataKey.app(appId)];
        await free(`the former address /app/${text}`, holder?.owner_id ?? null, ...keys);
      } else if (holder && (await freeName(trx, holder.id))) {
        const what = `the name ${holder.name} and the address /app/${holder.name_id}`;
        await free(what, holder.owner_id, dataKey.apps, dataKey.app(holder.id));
      }
    }
    const formerOwner = isHandle && freed.length > 0 ? undefined : await releaseOldHandle(trx, handle);
    if (formerOwner !== undefined)
      await free(`the former handle ${handle}`, formerOwner, dataKey.user(formerOwner));
    if (freed.length === 0) throw await refusalOf(trx, text);
    return freed;
  });
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
