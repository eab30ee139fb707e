// Staff do not accept proofs of a listing any more, or accept them again.
import { messages } from '../../shared/text/messages.ts';
import { composeMail, findAccount, type Caller } from '../accounts/index.ts';
import { findListingRowBy, lockListing } from '../apps/index.ts';
import { readingIn } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import type { DataKey } from '../platform/reads/data-keys.ts';
import type { ProofsContext } from './context.ts';
import { proofLetters, proofPage } from './mails.ts';
import { putProof, removeProof } from './proof-writes.ts';
import { findProof } from './proof-queries.ts';
import { hideBadge } from './store-proof.ts';
import { tokenOf } from './token.ts';

/** Blocks or frees the proofs of an app by its owner. @throws AppError 404 */
export async function blockProof(
  context: ProofsContext,
  staff: Caller,
  nameId: string,
  { action, reason }: { action: 'block' | 'free'; reason: string },
): Promise<void> {
  const { clock, db, log, publishChanges, secret, siteUrl, wakeMail } = context;
  const blocked = action === 'block';
  const found = await findListingRowBy(db.read, 'name_id', nameId);
  let keys: DataKey[] = [];
  await db.write(async (trx) => {
    keys = [];
    const now = clock();
    const row = found && (await lockListing(trx, db.engine, found.id));
    if (!row) throw new AppError(404, messages.app.missing);
    const key = { appId: row.id, userId: row.owner_id };
    const present = await findProof(trx, key);
    if ((present?.state === 'blocked') === blocked) return;
    if (!blocked) {
      await removeProof(trx, key);
      return;
    }
    const token = present?.token ?? tokenOf(secret, key);
    const way = present?.way ?? 'file';
    await putProof(
      trx,
      key,
      { state: 'blocked', way, token, problem: reason, code_hash: '', due_at: null },
      now,
    );
    keys = await hideBadge(context, trx, row);
    const owner = await findAccount(readingIn(trx), row.owner_id);
    const about = { app: row.name, name: present?.name ?? '', page: proofPage(siteUrl, row.name_id) };
    if (owner) await enqueueMail(trx, composeMail(owner, proofLetters.blocked(about, reason)), now);
  });
  log?.info(blocked ? 'Staff blocked a proof' : 'Staff freed a proof', {
    nameId,
    staff: staff.userId,
    reason,
  });
  wakeMail();
  if (keys.length > 0) await publishChanges(keys);
}
