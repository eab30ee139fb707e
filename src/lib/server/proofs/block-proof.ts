// Staff do not accept the proofs of a listing by one account any more, or accept them again.
import type { BlockProof } from '../../shared/schemas/proofs/proofs.ts';
import { messages } from '../../shared/text/messages.ts';
import { composeMail, findAccount, type Caller } from '../accounts/index.ts';
import { findListingRowBy } from '../apps/owned-apps.ts';
import { lockListing } from '../apps/find-app.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { readingIn } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { ProofsContext } from './context.ts';
import { proofLetters, proofPage } from './mails.ts';
import { putProof, removeProof } from './proof-writes.ts';
import { findProof } from './proof-queries.ts';
import { hideBadge } from './store-proof.ts';
import { tokenOf } from './token.ts';

const ownProof = 'This proof is your own. Somebody else has to decide about it.';

/**
 * Blocks or frees the proofs of an app by its owner, or by an account that claims it.
 * @throws AppError 404, 403 for one's own proof
 */
export async function blockProof(
  context: ProofsContext,
  staff: Caller,
  nameId: string,
  { account, action, reason }: BlockProof,
): Promise<void> {
  const { audit, clock, db, log, secret, siteUrl } = context;
  const blocked = action === 'block';
  const found = await findListingRowBy(db.read, 'name_id', nameId);
  await audit.write(staff.client, async (trx, note) => {
    const now = clock();
    const row = found && (await lockListing(trx, db.engine, found.id));
    if (!row) throw new AppError(404, messages.app.missing);
    const userId = account ?? row.owner_id;
    if (userId === staff.userId) throw new AppError(403, ownProof);
    const key = { appId: row.id, userId };
    const isOwner = userId === row.owner_id;
    const present = await findProof(trx, key);
    if (!present && !isOwner) throw new AppError(404, messages.app.missing);
    if ((present?.state === 'blocked') === blocked) return;
    await note(blocked ? 'moderation.proof-blocked' : 'moderation.proof-freed', userId);
    await note('staff.acted', staff.userId);
    if (!blocked) {
      // The number of a claim's case stays, so that a claim that staff refused opens no second one.
      if (present?.case_number) await putProof(trx, key, { ...present, ...freed }, now);
      else await removeProof(trx, key);
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
    if (isOwner) await hideBadge(context, trx, row);
    else noteChanged(dataKey.moderation);
    const holder = await findAccount(readingIn(trx), userId);
    const about = {
      app: row.name,
      name: present?.name ?? '',
      page: proofPage(siteUrl, row.name_id, isOwner),
    };
    if (holder) await enqueueMail(trx, composeMail(holder, proofLetters.blocked(about, reason)), now);
  });
  log?.info(blocked ? 'Staff blocked a proof' : 'Staff freed a proof', {
    nameId,
    staff: staff.userId,
    reason,
  });
}

/** Nothing is proved, until the next check finds it. */
const freed = {
  state: 'waiting',
  name: '',
  problem: '',
  failures: 0,
  checked_at: null,
  due_at: null,
} as const;
