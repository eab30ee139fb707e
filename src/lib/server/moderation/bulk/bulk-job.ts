// Does a bulk action, or takes it back, in small transactions. Each stores its progress, so that a job that was killed
// continues after its last step, and no listing is decided twice.
import { findAnyUser } from '../../accounts/index.ts';
import { findListingIdsAfter } from '../../apps/owned-apps.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { BulkActionTable } from '../../platform/db/schema.ts';
import type { JobKind, JobState } from '../../platform/jobs/jobs.ts';
import type { ModerationContext } from '../context.ts';
import type { Ruling } from '../decisions/apply-decision.ts';
import { findBulkDecisions } from '../decisions/decision-queries.ts';
import { findBulk } from './bulk-queries.ts';
import { decideListing, undoListing } from './bulk-rulings.ts';
import { changeBulk } from './bulk-writes.ts';
import { mailOwners } from './mail-owners.ts';

interface Step {
  context: ModerationContext;
  trx: WriteDb;
  bulk: BulkActionTable;
  /** The last target of the step before. */
  after: string;
  batch: number;
}

interface Undo extends Step {
  /** Who takes it back; null where the account was deleted meanwhile. */
  undoneBy: string | null;
}

interface Outcome {
  /** Undefined for a target that is left as it is. */
  rulings: (Ruling | undefined)[];
  /** The last target; undefined at the end. */
  after: string | undefined;
}

async function doSome({ after, batch, bulk, context, trx }: Step): Promise<Outcome> {
  const ids =
    bulk.account_id === null
      ? (JSON.parse(bulk.targets) as string[]).filter((id) => id > after).slice(0, batch)
      : await findListingIdsAfter(trx, { ownerId: bulk.account_id, after }, batch);
  const rulings: Outcome['rulings'] = [];
  for (const id of ids) rulings.push(await decideListing(context, trx, bulk, id));
  return { rulings, after: ids.length < batch ? undefined : ids.at(-1) };
}

async function undoSome({ after, batch, bulk, context, trx, undoneBy }: Undo): Promise<Outcome> {
  const decisions = await findBulkDecisions(trx, { ...bulk, after }, batch);
  const rulings: Outcome['rulings'] = [];
  for (const decision of decisions)
    rulings.push(await undoListing(context, trx, { bulk, actorId: undoneBy }, decision));
  return { rulings, after: decisions.length < batch ? undefined : decisions.at(-1)?.id };
}

/** The account that takes the action back. */
async function whoUndoes(trx: WriteDb, { by }: JobState): Promise<string | null> {
  return (await findAnyUser(trx, String(by)))?.id ?? null;
}

export function createBulkJob(context: ModerationContext): JobKind {
  const { clock } = context;
  return {
    name: 'bulk-action',
    async step({ job, batch, commit }) {
      await commit(async (trx) => {
        const bulk = await findBulk(trx, 'id', job.accountId);
        if (!bulk) throw new Error('The bulk action of a job is gone.');
        const step = { context, trx, bulk, after: String(job.state['after']), batch };
        const outcome =
          bulk.state === 'undoing'
            ? await undoSome({ ...step, undoneBy: await whoUndoes(trx, job.state) })
            : await doSome(step);
        const made = outcome.rulings.filter((one) => one !== undefined).length;
        const done = bulk.done + made;
        const skipped = bulk.skipped + outcome.rulings.length - made;
        const isDone = outcome.after === undefined;
        if (isDone) await mailOwners(context, trx, { ...bulk, done });
        await changeBulk(trx, bulk.id, {
          done,
          skipped,
          // More listings may have come since it began.
          total: isDone ? done + skipped : Math.max(bulk.total, done + skipped),
          ...(isDone && { state: bulk.state === 'undoing' ? 'undone' : 'done', finished_at: clock() }),
        });
        return outcome.after === undefined ? null : { ...job.state, after: outcome.after };
      });
    },
  };
}
