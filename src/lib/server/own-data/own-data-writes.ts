import { removeApp } from '../apps/index.ts';
import type { Engine, WriteDb } from '../platform/db/database.ts';
import type { Deletions } from '../platform/idempotency/deletions.ts';
import { removeKeptAnswersOf } from '../platform/idempotency/kept-answers.ts';

/** Whom the last mail goes to, once nothing of them is left but this; '' where the address was never proved. */
export interface ClosedOwner {
  email: string;
  firstname: string;
}

/**
 * Closes an account: nobody finds or uses it from the commit on, and its address is free. Touches its own row alone, however much
 * belongs to it. What the row told of the person is gone with it.
 * @returns null when it is closed already, or its password is not `passwordHash` any more
 */
export async function closeAccount(
  trx: WriteDb,
  { id, passwordHash, now }: { id: string; passwordHash: string | null; now: number },
  engine: Engine['name'],
): Promise<ClosedOwner | null> {
  const user = await trx
    .selectFrom('users')
    .select(['email', 'firstname', 'password_hash'])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    // SQLite has one writer at a time. In PostgreSQL this is the lock that an app under way would need.
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  if (user?.password_hash !== passwordHash || user.password_hash === null) return null;
  await trx
    .updateTable('users')
    .set({
      closed_at: now,
      password_hash: null,
      // No address looks like this, and no two accounts have the same.
      email_key: `closed:${id}`,
      pending_email_key: null,
      pending_until: null,
      handle: null,
      email: '',
      firstname: '',
      lastname: '',
      phone_no: '',
      address: '',
      about: '',
      tags: '[]',
      social_links: '{}',
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
  return { email: user.email, firstname: user.firstname };
}

interface Doomed {
  id: string;
  deletions: Deletions;
  /** As it was mailed to. */
  email: string;
  closedAt: number;
}

export interface Removed {
  appIds: string[];
  pictureIds: string[];
}

/** Removes up to `limit` rows. @returns how many; fewer than `limit` when none are left */
type RemoveSome = (
  trx: WriteDb,
  doomed: Doomed,
  limit: number,
  removed: Removed,
  now: number,
) => Promise<number>;

const count = ({ numDeletedRows }: { numDeletedRows: bigint }): number => Number(numDeletedRows);

/** The newest first: those are the ones that lists begin with. */
const removeApps: RemoveSome = async (trx, { id }, limit, removed, now) => {
  const apps = await trx
    .selectFrom('apps')
    .select(['id', 'logo_id'])
    .where('owner_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  if (apps.length === 0) return 0;
  const ids = apps.map((app) => app.id);
  const shots = await trx.selectFrom('screenshots').select('media_id').where('app_id', 'in', ids).execute();
  // Has no foreign key.
  await trx
    .deleteFrom('view_counts')
    .where(
      'subject',
      'in',
      ids.map((appId) => `app:${appId}`),
    )
    .execute();
  for (const appId of ids) await removeApp(trx, appId, now);
  removed.appIds.push(...ids);
  removed.pictureIds.push(...apps.flatMap(({ logo_id }) => logo_id ?? []));
  removed.pictureIds.push(...shots.map(({ media_id }) => media_id));
  return apps.length;
};

/** In this order: a session is removed when its tokens are, so that none takes thousands of them along. */
const stages: readonly RemoveSome[] = [
  removeApps,
  async (trx, { id }, limit) => {
    const some = trx.selectFrom('timeline').select('id').where('user_id', '=', id).limit(limit);
    return count(await trx.deleteFrom('timeline').where('id', 'in', some).executeTakeFirstOrThrow());
  },
  async (trx, { id }, limit) => {
    const some = trx
      .selectFrom('refresh_tokens')
      .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
      .select('refresh_tokens.token_hash')
      .where('sessions.user_id', '=', id)
      .limit(limit);
    return count(
      await trx.deleteFrom('refresh_tokens').where('token_hash', 'in', some).executeTakeFirstOrThrow(),
    );
  },
  async (trx, { id }, limit) => {
    const some = trx.selectFrom('sessions').select('id').where('user_id', '=', id).limit(limit);
    return count(await trx.deleteFrom('sessions').where('id', 'in', some).executeTakeFirstOrThrow());
  },
  async (trx, { id }, limit) => {
    const some = trx.selectFrom('codes').select('id').where('user_id', '=', id).limit(limit);
    return count(await trx.deleteFrom('codes').where('id', 'in', some).executeTakeFirstOrThrow());
  },
  async (trx, { email, closedAt }, limit) => {
    // Later ones are of whoever has signed up with the address since.
    const some = trx
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', email)
      .where('created_at', '<=', closedAt)
      .limit(limit);
    return count(await trx.deleteFrom('outbox').where('id', 'in', some).executeTakeFirstOrThrow());
  },
  (trx, { id }, limit) => removeKeptAnswersOf(trx, id, limit),
  async (trx, { id }, limit) => {
    const some = trx.selectFrom('old_handles').select('handle').where('user_id', '=', id).limit(limit);
    return count(await trx.deleteFrom('old_handles').where('handle', 'in', some).executeTakeFirstOrThrow());
  },
  async (trx, { id }, limit) => {
    const some = trx
      .selectFrom('export_parts')
      .select(['job_id', 'number'])
      .where('account_id', '=', id)
      .limit(limit);
    return count(
      await trx
        .deleteFrom('export_parts')
        .where((eb) => eb(eb.refTuple('job_id', 'number'), 'in', some.$asTuple('job_id', 'number')))
        .executeTakeFirstOrThrow(),
    );
  },
  async (trx, { id }, limit) => {
    const some = trx
      .selectFrom('export_pictures')
      .select(['job_id', 'media_id'])
      .where('account_id', '=', id)
      .limit(limit);
    return count(
      await trx
        .deleteFrom('export_pictures')
        .where((eb) => eb(eb.refTuple('job_id', 'media_id'), 'in', some.$asTuple('job_id', 'media_id')))
        .executeTakeFirstOrThrow(),
    );
  },
  (trx, { id, deletions }, limit) => deletions.removeOf(trx, id, limit),
];

/**
 * Removes up to about `limit` rows of what belongs to a closed account, from a stage on.
 * @returns the stage to go on from; null when nothing is left but the account's own row
 */
export async function removeSome(
  trx: WriteDb,
  doomed: Doomed,
  { stage, limit, now }: { stage: number; limit: number; now: number },
): Promise<{ stage: number | null; removed: Removed }> {
  const removed: Removed = { appIds: [], pictureIds: [] };
  let [current, left] = [stage, limit];
  while (left > 0) {
    const remove = stages[current];
    if (!remove) return { stage: null, removed };
    const rows = await remove(trx, doomed, left, removed, now);
    // A full one may have more.
    if (rows < left) current += 1;
    left -= rows;
  }
  return { stage: current, removed };
}

/**
 * Removes the row itself, with the few rows that hold its share cards and counts of views.
 * @returns its picture; undefined while an app is there that was under way when the account was closed
 */
export async function removeOwner(
  trx: WriteDb,
  id: string,
  engine: Engine['name'],
): Promise<{ pictureId: string | null } | undefined> {
  const user = await trx
    .selectFrom('users')
    .select('picture_id')
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  const app = await trx.selectFrom('apps').select('id').where('owner_id', '=', id).executeTakeFirst();
  if (app) return undefined;
  await trx.deleteFrom('view_counts').where('subject', '=', `user:${id}`).execute();
  await trx.deleteFrom('users').where('id', '=', id).execute();
  return { pictureId: user?.picture_id ?? null };
}
