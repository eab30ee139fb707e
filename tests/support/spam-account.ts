// An account with many spam listings, and an admin, inserted before a server starts: through the API the third listing
// of a day would be held already.
import { compose, type Product } from '../../src/compose.ts';
import { fullHashCost, hashPassword } from '../../src/lib/server/accounts/passwords/passwords.ts';
import { recordPicture } from '../../src/lib/server/media/index.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { createReindex } from '../../src/lib/server/search/index.ts';
import type { PicturePurpose } from '../../src/lib/shared/page/pictures.ts';
import { dayMs } from '../../src/lib/shared/text/dates/days.ts';
import { createRandom } from '../../src/sample-data/random.ts';
import { addApp, noRows } from '../../scripts/seed/synthetic-apps.ts';
import type { PicturePool } from '../../scripts/seed/synthetic-pictures.ts';
import { makeUser } from '../../scripts/seed/synthetic-users.ts';
import { withDatabase } from './large-account.ts';
import { sessionOf } from './people.ts';
import { picture } from './pictures.ts';

export const password = 'correct horse battery';
const name = 'Zobowin Prize';
/** The beginning of the address of every spam listing, which no answer repeats from a search. */
export const mark = 'zobowin-prize-';
/** A word of every description, and of no other listing. */
export const descriptionWord = 'zobojackpot';

export interface SpamDirectory {
  spammer: { id: string; email: string };
  admin: { id: string; email: string };
  listings: { nameId: string; id: string }[];
  /** Addresses of one file of each picture, which only the spam listings show. */
  pictures: string[];
}

export async function addSpam(env: Record<string, string>, count: number): Promise<SpamDirectory> {
  const product = await compose(parseConfig(env));
  try {
    return await insertSpam(product, count);
  } finally {
    await product.close();
  }
}

async function insertSpam(product: Product, count: number): Promise<SpamDirectory> {
  const { db } = product;
  const now = Date.now();
  const random = createRandom(`spam ${String(now)}`);
  const pool = await storePool(product);
  const passwordHash = await hashPassword(password, new Uint8Array(16), fullHashCost, null);
  const [spammer, admin] = ['spammer@example.com', 'admin@example.com'].map((email, index) => ({
    ...makeUser(random, String(index), now - 3 * dayMs, pool.avatars),
    email,
    email_key: email,
    password_hash: passwordHash,
    // A picture of the admin would stay public.
    picture_id: null,
    role: index === 0 ? ('member' as const) : ('admin' as const),
  }));
  if (!spammer || !admin) throw new Error('Two accounts were to be made.');
  const rows = noRows();
  for (let index = 0; index < count; index += 1)
    addApp(
      rows,
      {
        name: `${name} ${String(index + 1)}`,
        ownerId: spammer.id,
        createdAt: now - (count - index) * 30_000,
      },
      now,
      random,
      pool,
    );
  const apps = rows.apps.map((app) => ({
    ...app,
    description: `${app.description} Win the ${descriptionWord}.`,
  }));
  const reindex = createReindex(db);
  await db.write(async (trx) => {
    await trx.insertInto('users').values([spammer, admin]).execute();
    await trx.insertInto('apps').values(apps).execute();
    await trx.insertInto('app_categories').values(rows.app_categories).execute();
    await trx.insertInto('screenshots').values(rows.screenshots).execute();
    await trx.insertInto('versions').values(rows.versions).execute();
    await trx.insertInto('timeline').values(rows.timeline).execute();
    await reindex(
      trx,
      apps.map(({ id }) => id),
    );
  });
  const shown = new Set([
    ...apps.map(({ logo_id: id }) => id),
    ...rows.screenshots.map((row) => row.media_id),
  ]);
  return {
    spammer: { id: spammer.id, email: spammer.email },
    admin: { id: admin.id, email: admin.email },
    listings: apps.map(({ id, name_id: nameId }) => ({ id, nameId })),
    pictures: await filesOf(product, shown),
  };
}

async function storePool({ db, services }: Product): Promise<PicturePool> {
  const store = async (colour: string, purpose: PicturePurpose, width: number, height: number) => {
    const stored = await services.media.storePicture(await picture(width, height, colour), purpose);
    await db.write((trx) => recordPicture(trx, stored, Date.now()));
    return stored.id;
  };
  const screens = (width: number, height: number) =>
    Promise.all(
      ['#a01010', '#a02020', '#a03030', '#a04040'].map((one) => store(one, 'screenshot', width, height)),
    );
  const logos = await Promise.all(
    ['#b01010', '#b02020', '#b03030'].map((one) => store(one, 'logo', 200, 200)),
  );
  return {
    logos,
    portrait: await screens(300, 600),
    landscape: await screens(600, 300),
    avatars: logos,
  };
}

async function filesOf({ storage }: Product, ids: ReadonlySet<string | null | undefined>): Promise<string[]> {
  const files = new Map<string, string>();
  for await (const { key } of storage.list()) {
    const id = key.slice(0, key.lastIndexOf('-'));
    if (ids.has(id)) files.set(id, `/media/${key}`);
  }
  return [...files.values()];
}

/** Makes the session's second factor fresh, without the ceremony. */
export async function proveFactor(env: Record<string, string>, access: string): Promise<void> {
  await withDatabase(env, (db) =>
    db.write((trx) =>
      trx
        .updateTable('sessions')
        .set({ factor_at: Date.now() })
        .where('id', '=', sessionOf(access))
        .executeTakeFirstOrThrow(),
    ),
  );
}
