// Categories of the crash proof: an admin adds, renames and merges them while owners list apps under them.
import { randomInt } from 'node:crypto';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import type { DeskCategories } from '../../src/lib/shared/schemas/moderation/categories.ts';
import { slugify } from '../../src/lib/shared/text/text.ts';
import { connect } from './connection.ts';
import { acknowledge, type Ledger } from './crash-ledger.ts';

interface Category {
  name: string;
  formerNames: string[];
  /** The key of the category that it was merged into. */
  into: string | null;
}

export interface CategoryLedger {
  /** By the key: the name under which a category was added. */
  known: Map<string, Category>;
  /** The category after an unanswered write, which may have been committed. */
  doubt: [key: string, after: Category] | undefined;
}

const enough = 8;

export const newCategories = (): CategoryLedger => ({
  known: new Map(
    ['Books', 'Games', 'Music', 'News', 'Sports', 'Travel'].map((name) => [
      name,
      { name, formerNames: [], into: null },
    ]),
  ),
  doubt: undefined,
});

/** The category itself, and those that it was merged into, one after another. */
function pathOf({ known }: CategoryLedger, key: string): string[] {
  const path = [key];
  for (let into = known.get(key)?.into; into != null; into = known.get(into)?.into) path.push(into);
  return path;
}

/** @returns the keys of one or two categories, and the names to list an app under them, former ones too */
export function chooseCategories({ known }: CategoryLedger): { keys: string[]; names: string[] } {
  const all = [...known.keys()];
  const keys = [...new Set([all[randomInt(all.length)] ?? '', all[randomInt(all.length)] ?? ''])];
  return { keys, names: keys.map((key) => known.get(key)?.name ?? key) };
}

interface Options {
  ledger: Ledger;
  categories: CategoryLedger;
  origin: string;
  /** Of an admin. */
  access: string;
  isOver(): boolean;
}

/** Changes one category after another until `isOver`, or until a request is not answered. */
export async function changeCategoriesUntil(options: Options): Promise<void> {
  const { access, categories, isOver, ledger, origin } = options;
  const { known } = categories;
  const connection = connect(origin);

  async function write(
    kind: string,
    [method, path, json]: [method: string, path: string, json: object],
    [key, after]: [key: string, after: Category],
  ): Promise<boolean> {
    categories.doubt = [key, after];
    const answer = await connection
      .send(method, `/api/v1/desk/categories/${path}`, json, access)
      .catch(() => null);
    if (answer !== null && answer.status < 300) {
      acknowledge(ledger, kind);
      known.set(key, after);
      categories.doubt = undefined;
      return true;
    }
    ledger.unanswered += 1;
    if (answer !== null && answer.status !== 503)
      ledger.unexpected.push(`${kind} of ${key}: ${answer.status} ${answer.text}`);
    return false;
  }

  async function step(): Promise<boolean> {
    const read = await connection
      .send('GET', '/api/v1/desk/categories/', undefined, access)
      .catch(() => null);
    if (read?.status !== 200) return false;
    const shown = (JSON.parse(read.text) as DeskCategories).categories;
    const targets = new Set(shown.map(({ merging }) => merging?.into));
    const idle = [...known].flatMap(([key, category]) => {
      const id = slugify(key);
      const found = shown.find((one) => one.id === id);
      const isIdle = category.into === null && found?.merging === null;
      return isIdle ? [{ key, category, id, version: found.version, isTarget: targets.has(id) }] : [];
    });
    const name = `Crash ${String(randomInt(2 ** 47)).padStart(15, '0')}`;
    const from = idle[randomInt(Math.max(1, idle.length))];
    const others = idle.filter((one) => one !== from);
    const to = others[randomInt(Math.max(1, others.length))];
    if (!from || !to || (idle.length < enough && shown.length < 30 && randomInt(3) === 0))
      return await write(
        'category added',
        ['POST', '', { name }],
        [name, { name, formerNames: [], into: null }],
      );
    const { category, id, key, version } = from;
    if (!from.isTarget && randomInt(3) > 0)
      return await write(
        'category merged',
        ['POST', `${id}/merge/`, { version, into: to.id }],
        [key, { ...category, into: to.key }],
      );
    return await write(
      'category renamed',
      ['PATCH', `${id}/`, { version, name }],
      [key, { ...category, name, formerNames: [...category.formerNames, category.name] }],
    );
  }

  try {
    while (!isOver() && (await step()));
  } finally {
    connection.close();
  }
}

/**
 * Compares the categories and those of the apps with what was acknowledged, and continues from them.
 * @param isAtRest whether no merge may be in progress
 */
export async function compareCategories(
  { kysely }: OpenDatabase,
  { categories, ledger, isAtRest }: { categories: CategoryLedger; ledger: Ledger; isAtRest: boolean },
): Promise<string[]> {
  const { known, doubt } = categories;
  // The apps first: a merge that goes on meanwhile moves them along their paths only.
  const ofApps = await kysely
    .selectFrom('apps')
    .leftJoin('app_categories', 'app_categories.app_id', 'apps.id')
    .leftJoin('search_facets', (join) =>
      join
        .onRef('search_facets.app_id', '=', 'apps.id')
        .onRef('search_facets.category', '=', 'app_categories.category'),
    )
    .select(['apps.name', 'apps.is_listed', 'app_categories.category', 'search_facets.category as found'])
    .execute();
  const [rows, aliases] = [
    await kysely.selectFrom('categories').selectAll().execute(),
    await kysely.selectFrom('category_aliases').selectAll().execute(),
  ];
  const rowOf = (key: string) => rows.find((row) => row.key === key);
  const leadsTo = (name: string) => aliases.find((alias) => alias.slug === slugify(name))?.category;
  if (doubt) {
    const [key, after] = doubt;
    const row = rowOf(key);
    const isMerged = row ? row.merges_into === after.into : leadsTo(after.name) !== undefined;
    if (after.into === null ? row?.name === after.name : isMerged) known.set(key, after);
    categories.doubt = undefined;
  }
  const wrong: string[] = [];
  for (const [key, { formerNames, into, name }] of known) {
    const row = rowOf(key);
    const path = pathOf(categories, key);
    const isKept = row?.name === name && row.merges_into === into;
    const isGone = !row && path.slice(1).includes(leadsTo(name) ?? '');
    if (into === null ? !isKept : !(isGone || (isKept && !isAtRest)))
      wrong.push(`category ${key}: ${JSON.stringify(row)}, and not '${name}' merged into ${into}`);
    const lost = formerNames.filter((former) => !path.includes(leadsTo(former) ?? ''));
    if (lost.length > 0) wrong.push(`category ${key}: ${lost.join()} leads nowhere`);
  }
  if (isAtRest && rows.some((row) => row.merges_into !== null || row.reindexed_to !== null))
    wrong.push('A merge or a renaming did not come to its end.');
  for (const [name, own] of Map.groupBy(ofApps, (row) => row.name)) {
    const paths = (ledger.entries.get(name)?.categories ?? []).map((key) => pathOf(categories, key));
    const found = own.flatMap(({ category }) => category ?? []);
    const ends = new Set(paths.map((path) => path.at(-1) ?? ''));
    const isRight =
      new Set(found).size === found.length &&
      found.every((key) => paths.some((path) => path.includes(key))) &&
      paths.every((path) => path.some((key) => found.includes(key))) &&
      (!isAtRest || found.every((key) => ends.has(key)));
    if (!isRight) wrong.push(`${name}: ${found.join() || 'no category'}, and not ${[...ends].join()}`);
    for (const { category, found: searched, is_listed } of own)
      if (category !== null && (is_listed === 1) !== (searched !== null))
        wrong.push(
          `${name}: is_listed ${String(is_listed)}, in ${category}, and in the search in ${String(searched)}`,
        );
  }
  return wrong;
}
