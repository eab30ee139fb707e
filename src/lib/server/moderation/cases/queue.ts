import type { QueueFilter, QueueItemJson } from '../../../shared/schemas/moderation/cases.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import { urls } from '../../../shared/addresses/urls.ts';
import { isoOrNull, toIso } from '../../../shared/text/dates/dates.ts';
import { findUserNames } from '../../accounts/index.ts';
import { findListingHeads, type ListingHead } from '../../apps/owned-apps.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import type { CaseTable } from '../../platform/db/schema.ts';
import type { ModerationContext } from '../context.ts';
import { findPeople, type Staff } from '../staff.ts';
import { findQueue } from './case-queries.ts';

/** One page of the queue. @throws AppError 400 for an invalid cursor */
export async function listQueue(
  { clock, db }: Pick<ModerationContext, 'clock' | 'db'>,
  { userId }: Pick<Staff, 'userId'>,
  filter: QueueFilter,
  cursor: string | undefined,
): Promise<Page<QueueItemJson>> {
  const now = clock();
  const page = await findQueue(db.read, { ...filter, cursor, userId, now });
  return { ...page, items: await queueItems(db.read, page.items, now) };
}

/** Path of the public page that shows a subject. */
export function pathOfSubject(
  row: Pick<CaseTable, 'subject_kind' | 'subject_id'>,
  app?: ListingHead,
): string | null {
  if (row.subject_kind === 'profile') return urls.user(row.subject_id);
  if (!app) return null;
  return row.subject_kind === 'release' ? urls.versions(app.name_id) : urls.app(app.name_id);
}

export async function queueItems(
  db: ReadDb,
  rows: readonly CaseTable[],
  now: number,
): Promise<QueueItemJson[]> {
  const appIds = rows.flatMap(({ app_id }) => (app_id === null ? [] : [app_id]));
  const profiles = rows.filter(({ subject_kind }) => subject_kind === 'profile');
  const apps = new Map((await findListingHeads(db, [...new Set(appIds)])).map((app) => [app.id, app]));
  const owners = await findUserNames(db, [...new Set(profiles.map(({ subject_id }) => subject_id))]);
  const personOf = await findPeople(
    db,
    rows.map(({ assigned_to }) => assigned_to),
  );
  return rows.map((row) => {
    const app = row.app_id === null ? undefined : apps.get(row.app_id);
    const name = row.subject_kind === 'profile' ? owners.get(row.subject_id) : app?.name;
    const isGone = name === undefined;
    return {
      number: row.number,
      kind: row.kind,
      state: row.state,
      reason: row.reason,
      subject: {
        kind: row.subject_kind,
        id: row.subject_id,
        name: name ?? row.subject_name,
        path: isGone ? null : pathOfSubject(row, app),
      },
      reports: row.reports,
      opened_at: toIso(row.opened_at),
      due_at: toIso(row.due_at),
      is_overdue: row.state === 'open' && row.due_at <= now,
      waits_until: isoOrNull(row.waits_until),
      assigned_to: personOf(row.assigned_to),
      version: row.version,
    };
  });
}
