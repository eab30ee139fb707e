// Lists of apps for certain pages: those that grow, those of one owner, those that somebody shares, the sitemap.
import { sql } from 'kysely';
import { platforms } from '../../shared/schemas/app-fields.ts';
import type { AppListing } from '../../shared/schemas/apps.ts';
import type { Skill } from '../../shared/schemas/users.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { partNumber, partSize, partsOf, type IdPart } from '../platform/db/id-parts.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { isId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { asCards, asListings, categoriesOf, parts, type AppCard, type ListedAs } from './listings.ts';
import { findOwnerIds } from './owned-apps.ts';
import { listedApps, profileApps } from './visibility.ts';

/** The apps whose visits grow most, the strongest trend first; fewer than `limit` when few apps grow. */
export const listTrending = async <Item>(
  as: ListedAs<Item>,
  reader: Reader,
  limit: number,
): Promise<Item[]> => (await as.page(reader, { sort: 'trending', isGrowing: true, limit, count: 0 })).items;

export async function storeRanks(
  trx: WriteDb,
  apps: readonly Pick<AppTable, 'id' | 'popular' | 'trending'>[],
): Promise<void> {
  const rows = apps.map(
    ({ id, popular, trending }) => sql`(${id}, cast(${popular} as bigint), cast(${trending} as bigint))`,
  );
  await sql`with given (id, popular, trending) as (values ${sql.join(rows)})
    update apps set popular = given.popular, trending = given.trending from given where apps.id = given.id`.execute(
    trx,
  );
}

/** The owner's newest other apps. */
export async function listOtherApps(
  reader: Reader,
  { id, owner }: AppListing,
  limit: number,
): Promise<AppCard[]> {
  const { items } = await asCards.page(reader, { ownerId: owner.id, limit: limit + 1, count: 0 });
  return items.filter((one) => one.id !== id).slice(0, limit);
}

/** Those of the ids that no app has any more. One that is not public now may come back. */
export async function listGoneIds({ read, reads }: Reader, ids: readonly string[]): Promise<string[]> {
  reads.note(dataKey.apps);
  const wanted = ids.filter(isId).slice(0, limits.sharedApps);
  const owners = await findOwnerIds(read, wanted);
  return wanted.filter((id) => !owners.has(id));
}

/**
 * The listed apps with these ids, or current or former name_ids, in this order. An app that is named twice is there
 * once; one that is not listed is left out.
 */
export async function listNamedApps(reader: Reader, names: readonly string[]): Promise<AppListing[]> {
  const { read: db, reads } = reader;
  // A name that leads to no app may be given to one.
  reads.note(dataKey.apps);
  const wanted = names.slice(0, limits.sharedApps);
  const nameIds = wanted.filter((name) => !isId(name));
  const idOf = new Map<string, string>();
  if (nameIds.length > 0) {
    const former = db.selectFrom('app_name_ids').select(['name_id', 'app_id as id']);
    const current = db.selectFrom('apps').select(['name_id', 'id']);
    const all = former.where('name_id', 'in', nameIds).unionAll(current.where('name_id', 'in', nameIds));
    for (const { name_id, id } of await all.execute()) idOf.set(name_id, id);
  }
  const ids = wanted.flatMap((name) => (isId(name) ? [name] : (idOf.get(name) ?? [])));
  return await asListings.find(reader, [...new Set(ids)]);
}

// The sitemap, read only from the index apps_listed_sitemap.

export async function sitemapParts({ read, reads }: Reader): Promise<IdPart[]> {
  reads.note(dataKey.apps);
  return await partsOf(read, listedApps(read).select(['id', 'updated_at', partNumber]).as('numbered'));
}

/** At most `partSize` apps, by id. */
export async function sitemapApps(
  { read: db, reads }: Reader,
  after: string,
): Promise<{ nameId: string; changedAt: number }[]> {
  reads.note(dataKey.apps);
  const next = listedApps(db).where('id', '>', after).orderBy('id').limit(partSize);
  return await next.select(['name_id as nameId', 'updated_at as changedAt']).execute();
}

/** Newest apps that are counted. */
const counted = 500;

/** What somebody's apps say that they can do: how many are of each platform and category, the most frequent first. */
export async function countSkills({ engine, read: db, reads }: Reader, ownerId: string): Promise<Skill[]> {
  reads.note(dataKey.user(ownerId), dataKey.categories);
  const apps = await profileApps(db)
    .select(['apps.platform', parts[engine.name].categories])
    .where('apps.owner_id', '=', ownerId)
    .orderBy('apps.created_at', 'desc')
    .orderBy('apps.id', 'desc')
    .limit(counted)
    .execute();
  const mostFirst = (names: string[]): Skill[] =>
    [...Map.groupBy(names, (name) => name)]
      .map(([name, group]) => ({ name, apps: group.length }))
      .sort((one, other) => other.apps - one.apps || (one.name < other.name ? -1 : 1));
  return [
    ...mostFirst(apps.map(({ platform }) => platforms[platform])),
    ...mostFirst(apps.flatMap((app) => categoriesOf(app.category_json))),
  ];
}
