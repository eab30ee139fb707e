import { undoDays, type BulkForm, type BulkJson } from '../../../shared/schemas/moderation/decisions.ts';
import { readingIn } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueJob } from '../../platform/jobs/jobs.ts';
import type { ModerationContext } from '../context.ts';
import { findBulkDecisions } from '../decisions/decision-queries.ts';
import type { Staff } from '../staff.ts';
import { bulkAsJson, noBulk, undoUntil } from './bulk-json.ts';
import { reopenAccount, suspendAccount } from './bulk-rulings.ts';
import { findTargets } from './bulk-targets.ts';
import { changeBulk, insertBulk, lockBulk } from './bulk-writes.ts';

/**
 * Begins a bulk action, which a job does in small steps.
 * @throws AppError 400 for targets that do not exist or do not fit the action, 403 for own ones and for staff
 */
export async function beginBulk(context: ModerationContext, staff: Staff, form: BulkForm): Promise<BulkJson> {
  const { audit, clock } = context;
  const isSuspension = form.action === 'suspend';
  return await audit.write(staff.client, async (trx, note) => {
    const now = clock();
    const targets = await findTargets(readingIn(trx), staff, form);
    const bulk = await insertBulk(trx, {
      state: isSuspension ? 'done' : 'running',
      action: form.action,
      policy: form.policy,
      public_reason: form.public_reason,
      owner_reason: form.owner_reason,
      actor_id: staff.userId,
      account_id: targets.kind === 'account' ? targets.account.id : null,
      targets: JSON.stringify(
        targets.kind === 'selection' ? targets.listings.map(({ id }) => id).sort() : [],
      ),
      total: targets.kind === 'account' ? targets.total : targets.listings.length,
      done: isSuspension ? 1 : 0,
      skipped: 0,
      created_at: now,
      finished_at: isSuspension ? now : null,
      undone_at: null,
    });
    await note('moderation.bulk-begun', staff.userId);
    const ruling = isSuspension ? await suspendAccount(context, trx, note, bulk) : undefined;
    if (isSuspension && !ruling) throw new AppError(409, 'This account is suspended already.');
    if (!isSuspension) await enqueueBulkJob(trx, bulk.id, { now });
    const [shaped] = await bulkAsJson(readingIn(trx), [bulk], now);
    if (!shaped) throw new Error('A bulk action has no shape.');
    return shaped;
  });
}

/** The job belongs to the bulk action, so that several run beside each other. */
const enqueueBulkJob = (
  trx: Parameters<typeof enqueueJob>[0],
  id: string,
  { now, undoneBy }: { now: number; undoneBy?: string },
): Promise<void> => {
  const state = { after: '', ...(undoneBy !== undefined && { by: undoneBy }) };
  return enqueueJob(trx, { kind: 'bulk-action', accountId: id, state }, now);
};

/**
 * Takes back all decisions of a bulk action, except where something has changed since.
 * @throws AppError 404, 409 while it is running, after it was taken back, or after 30 days
 */
export async function undoBulk(context: ModerationContext, staff: Staff, number: string): Promise<BulkJson> {
  const { audit, clock, db } = context;
  return await audit.write(staff.client, async (trx, note) => {
    const now = clock();
    const bulk = await lockBulk(trx, db.engine, number);
    if (!bulk) throw new AppError(404, noBulk);
    if (bulk.state === 'running')
      throw new AppError(409, 'This bulk action is not finished yet. Wait for its end.');
    if (bulk.state !== 'done') throw new AppError(409, 'This bulk action was taken back already.');
    if (now > undoUntil(bulk))
      throw new AppError(409, `A bulk action can be taken back for ${String(undoDays)} days only.`);
    await note('moderation.bulk-undone', staff.userId);
    const [suspension] = bulk.action === 'suspend' ? await findBulkDecisions(trx, bulk, 1) : [];
    const ruling = suspension
      ? await reopenAccount(context, trx, note, { bulk, actorId: staff.userId }, suspension)
      : undefined;
    const change = suspension
      ? ({
          state: 'undone',
          done: ruling ? 1 : 0,
          skipped: ruling ? 0 : 1,
          undone_at: now,
          finished_at: now,
        } as const)
      : ({
          state: 'undoing',
          total: bulk.done,
          done: 0,
          skipped: 0,
          undone_at: now,
          finished_at: null,
        } as const);
    await changeBulk(trx, bulk.id, change);
    if (!suspension) await enqueueBulkJob(trx, bulk.id, { now, undoneBy: staff.userId });
    const [shaped] = await bulkAsJson(readingIn(trx), [{ ...bulk, ...change }], now);
    if (!shaped) throw new Error('A bulk action has no shape.');
    return shaped;
  });
}
