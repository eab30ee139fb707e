import { removeApp } from '../apps/index.ts';
import type { Engine, WriteDb } from '../platform/db/database.ts';

export interface Owned {
  id: string;
  email: string;
  firstname: string;
  passwordHash: string | null;
  appIds: string[];
  pictureIds: string[];
}

/** The user with what belongs to them; nobody adds to it until the transaction ends. */
export async function lockOwner(
  trx: WriteDb,
  id: string,
  engine: Engine['name'],
): Promise<Owned | undefined> {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'email', 'firstname', 'picture_id', 'password_hash as passwordHash'])
    .where('id', '=', id)
    // SQLite has one writer at a time. In PostgreSQL this is the lock that an app under way would need.
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  if (!user) return undefined;
  const apps = await trx.selectFrom('apps').select(['id', 'logo_id']).where('owner_id', '=', id).execute();
  const screenshots = await trx
    .selectFrom('screenshots')
    .innerJoin('apps', 'apps.id', 'screenshots.app_id')
    .select('screenshots.media_id')
    .where('apps.owner_id', '=', id)
    .execute();
  const pictures = [
    user.picture_id,
    ...apps.map(({ logo_id }) => logo_id),
    ...screenshots.map(({ media_id }) => media_id),
  ];
  return {
    id,
    email: user.email,
    firstname: user.firstname,
    passwordHash: user.passwordHash,
    appIds: apps.map((app) => app.id),
    pictureIds: [...new Set(pictures.flatMap((picture) => picture ?? []))],
  };
}

const batch = 400;

/**
 * Sessions, codes, timeline and handles go with the user's row; what has no foreign key is removed by name.
 * @param now milliseconds since 1970
 */
export async function removeOwner(trx: WriteDb, { id, appIds }: Owned, now: number): Promise<void> {
  const subjects = [`user:${id}`, ...appIds.map((appId) => `app:${appId}`)];
  for (let from = 0; from < subjects.length; from += batch)
    await trx
      .deleteFrom('view_counts')
      .where('subject', 'in', subjects.slice(from, from + batch))
      .execute();
  for (const appId of appIds) await removeApp(trx, appId, now);
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** What is still to be sent to the owner of an address. */
export async function removeMailsTo(trx: WriteDb, email: string): Promise<void> {
  await trx.deleteFrom('outbox').where('recipient', '=', email).execute();
}
