// What belongs to an app, as columns of JSON, so that the statement that reads the app reads it, too. Building and
// running a statement takes longer than most of these reads (docs/decisions/006-one-process-is-one-node.md).
import { sql, type RawBuilder } from 'kysely';
import type { CategoryName } from '../../shared/schemas/categories.ts';
import type { Engine } from '../platform/db/database.ts';
import type { VersionTable } from '../platform/db/schema.ts';

/** The columns of `select`, each a JSON text. */
export interface PartColumns {
  /** Null where the app was deleted meanwhile. */
  release_json: string | null;
  category_json: string | null;
  screenshot_json: string | null;
}

export interface AppParts {
  release: Omit<VersionTable, 'is_current'> | null;
  categories: CategoryName[];
  screenshots: { id: string; media_id: string }[];
}

const functions = {
  sqlite: { object: 'json_object', array: 'json_array', list: 'json_group_array' },
  postgres: { object: 'json_build_object', array: 'json_build_array', list: 'json_agg' },
} as const;

function columnsFor(engine: Engine['name']) {
  const object = sql.raw(functions[engine].object);
  const array = sql.raw(functions[engine].array);
  const list = sql.raw(functions[engine].list);
  const text = (part: RawBuilder<unknown>) => sql<string | null>`cast(${part} as text)`;
  const categories = text(
    sql`(select ${list}(categories.name order by app_categories.position) from app_categories
      join categories on categories.key = app_categories.category where app_categories.app_id = apps.id)`,
  ).as('category_json');
  const screenshots = text(
    sql`(select ${list}(${array}(id, media_id) order by position, id) from screenshots where app_id = apps.id)`,
  ).as('screenshot_json');
  const release = text(
    sql`(select ${object}('id', id, 'app_id', app_id, 'version', version, 'release_type', release_type,
      'release_date', release_date, 'latest_feature', latest_feature, 'created_at', created_at, 'updated_at', updated_at)
      from versions where app_id = apps.id and is_current = 1)`,
  ).as('release_json');
  return { categories, all: [release, categories, screenshots] as const };
}

const columns = { sqlite: columnsFor('sqlite'), postgres: columnsFor('postgres') };

/** For a statement that selects from `apps`. */
export const partColumns = ({ name }: Pick<Engine, 'name'>) => columns[name].all;

/** The first of them, for cards. */
export const categoryColumn = ({ name }: Pick<Engine, 'name'>) => columns[name].categories;

export function categoriesOf({ category_json: json }: Pick<PartColumns, 'category_json'>): CategoryName[] {
  return JSON.parse(json ?? '[]') as CategoryName[];
}

export function partsOf(row: PartColumns): AppParts {
  const screenshots = JSON.parse(row.screenshot_json ?? '[]') as [id: string, mediaId: string][];
  return {
    release: JSON.parse(row.release_json ?? 'null') as AppParts['release'],
    categories: categoriesOf(row),
    screenshots: screenshots.map(([id, mediaId]) => ({ id, media_id: mediaId })),
  };
}
