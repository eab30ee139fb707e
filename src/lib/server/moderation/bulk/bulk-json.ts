import { undoDays, type BulkJson } from '../../../shared/schemas/cases.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import { isoOrNull, toIso } from '../../../shared/text/dates.ts';
import { dayMs } from '../../../shared/text/days.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import type { BulkActionTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { ModerationContext } from '../context.ts';
import { findPeople } from '../staff.ts';
import { findBulk, findBulkPage } from './bulk-queries.ts';

type Context = Pick<ModerationContext, 'clock' | 'db'>;

export const noBulk = 'There is no bulk action with this number.';

/** The instant until which a bulk action can be taken back. */
export const undoUntil = ({ created_at }: Pick<BulkActionTable, 'created_at'>): number =>
  created_at + undoDays * dayMs;

export async function bulkAsJson(
  db: ReadDb,
  rows: readonly BulkActionTable[],
  now: number,
): Promise<BulkJson[]> {
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
  const row = await findBulk(read, 'number', number);
  const [shaped] = row ? await bulkAsJson(read, [row], clock()) : [];
  if (!shaped) throw new AppError(404, noBulk);
  return shaped;
}

/** Newest first. @throws AppError 400 for an invalid cursor */
export async function listBulk(
  { clock, db: { read } }: Context,
  cursor: string | undefined,
): Promise<Page<BulkJson>> {
  const page = await findBulkPage(read, cursor);
  return { ...page, items: await bulkAsJson(read, page.items, clock()) };
}
