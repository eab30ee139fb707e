// Names that nobody else may use: reserved ones, and those of listings with a proof. Reserved names are found by keys
// (names/resemblance.ts).
import { readFileSync } from 'node:fs';
import { brand } from '../../shared/page/brand.ts';
import type { NameReach } from '../../shared/schemas/desk.ts';
import { ruleMessages } from '../../shared/text/rule-messages.ts';
import type { Context } from '../context.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { AppTable, Row } from '../platform/db/schema.ts';
import { findSetting, storeSetting } from '../platform/db/setting-queries.ts';
import { sqlLiteral } from '../platform/db/statements.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { formOf, isNameOfDomain, keyFormat, keysOfForm, seek } from './names/resemblance.ts';

interface Options {
  name: string;
  /** The account that wants the name; null for nobody's. */
  userId: string | null;
  /** Whether it is the name or handle of a person, of which many are one letter apart from a brand. */
  isPerson?: boolean;
}

/**
 * The reserved name, or name of a listing with a proof, that a name passes for; null for none. Names that the account
 * may use do not count. Reads in the transaction that stores the name, so that a name that staff reserve counts at
 * once on every node.
 */
export async function findResembled(
  db: ReadDb | WriteDb,
  { name, userId, isPerson = false }: Options,
): Promise<string | null> {
  const sought = seek(name, { withTypos: !isPerson });
  if (sought.keys.length === 0) return null;
  const found = await db
    .selectFrom('reserved_name_keys as k')
    .innerJoin('reserved_names as n', 'n.id', 'k.name_id')
    .select(['n.id', 'n.label', 'n.reach'])
    .distinct()
    .where('k.key', 'in', sought.keys)
    .$if(userId !== null, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('reserved_name_users as u')
              .select('u.user_id')
              .whereRef('u.name_id', '=', 'n.id')
              .where('u.user_id', '=', userId),
          ),
        ),
      ),
    )
    .execute();
  const reserved = found.find(({ label, reach }) => sought.resembles(formOf(label, reach)));
  if (reserved) return reserved.label;
  // Keys stay after the badge is gone, so the app's own row decides.
  const proved = await db
    .selectFrom('proved_name_keys as k')
    .innerJoin('apps as a', 'a.id', 'k.app_id')
    .select('a.name')
    .distinct()
    .where('k.key', 'in', sought.keys)
    .where('a.proved', '=', 'yes')
    .where(({ eb, or }) => or([eb('a.is_listed', '=', sqlLiteral.true), eb('a.state', '=', 'unlisted')]))
    .$if(userId !== null, (query) => query.where('a.owner_id', '!=', userId))
    .execute();
  return proved.find((one) => sought.resembles(formOf(one.name, 'near')))?.name ?? null;
}

/** Whether a name passes for the site's own. */
export function passesForSite(name: string): boolean {
  return seek(name, { withTypos: false }).resembles(formOf(brand.name, 'near'));
}

/**
 * Refuses the name or handle of a person that passes for a reserved name or for the site's. People are not held: their
 * pages have no state, and nothing that was typed is lost by a refusal.
 * @param field the field that the sentence is shown beside
 * @throws AppError 400
 */
export async function refuseImpostor(
  db: ReadDb | WriteDb,
  { name, userId, field }: { name: string; userId: string | null; field: string },
): Promise<void> {
  const label = passesForSite(name) ? brand.name : await findResembled(db, { name, userId, isPerson: true });
  if (label === null) return;
  const sentence = ruleMessages.nameReserved(label);
  throw new AppError(400, sentence, { [field]: sentence });
}

/**
 * Stores the keys of the name of an app with a badge. Call it when the badge or the name changes. A name that is that
 * of the domain reaches as far as the name of a brand; any other one, such as 'Wallet' of example.ng, only its own
 * look.
 */
export async function keepProvedName(
  trx: WriteDb,
  { id, name, proof_name }: Pick<AppTable, 'id' | 'name' | 'proof_name'>,
): Promise<void> {
  const reach = isNameOfDomain(name, proof_name) ? 'near' : 'exact';
  const keys = keysOfForm(formOf(name, reach));
  await trx.deleteFrom('proved_name_keys').where('app_id', '=', id).where('key', 'not in', keys).execute();
  await trx
    .insertInto('proved_name_keys')
    .values(keys.map((key) => ({ key, app_id: id })))
    .onConflict((conflict) => conflict.columns(['key', 'app_id']).doNothing())
    .execute();
}

/** Rows of one statement: SQLite takes 32,766 parameters. */
const maxRows = 5_000;

/** Stores names with their keys. @returns them, without those whose skeleton is reserved already */
export async function insertNames(
  trx: WriteDb,
  rows: Row<'reserved_names'>[],
): Promise<Row<'reserved_names'>[]> {
  const stored = await trx
    .insertInto('reserved_names')
    .values(rows)
    .onConflict((conflict) => conflict.column('skeleton').doNothing())
    .returningAll()
    .execute();
  await storeKeys(trx, stored);
  return stored;
}

/** Computes the keys of names again. */
export async function storeKeys(
  trx: WriteDb,
  names: Pick<Row<'reserved_names'>, 'id' | 'label' | 'reach'>[],
): Promise<void> {
  if (names.length === 0) return;
  const ids = names.map(({ id }) => id);
  await trx.deleteFrom('reserved_name_keys').where('name_id', 'in', ids).execute();
  const keys = names.flatMap(({ id, label, reach }) =>
    keysOfForm(formOf(label, reach)).map((key) => ({ key, name_id: id })),
  );
  for (let from = 0; from < keys.length; from += maxRows)
    await trx
      .insertInto('reserved_name_keys')
      .values(keys.slice(from, from + maxRows))
      .onConflict((conflict) => conflict.columns(['key', 'name_id']).doNothing())
      .execute();
}

/** The names that a new directory reserves. */
export function defaultNames(): { label: string; reach: NameReach }[] {
  const lines = readFileSync(new URL('./names/reserved-names.txt', import.meta.url), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ label: line.replace(/^=/, ''), reach: line.startsWith('=') ? 'exact' : 'near' }));
}

const setting = 'reserved-names';

const format = `keys ${String(keyFormat)}, Unicode ${process.versions.unicode ?? ''}`;

/**
 * Reserves the default names in a new directory, once and for all: names that staff remove stay removed. After a change
 * of the folding, or an update of Node with other data of Unicode, computes the keys of all names again.
 */
export async function loadDefaults({ clock, db }: Context): Promise<void> {
  const stored = await findSetting(db.read, setting);
  if (stored === format) return;
  await db.write(async (trx) => {
    if (stored === undefined) await insertDefaults(trx, clock());
    else await storeKeys(trx, await trx.selectFrom('reserved_names').selectAll().execute());
    const proved = trx.selectFrom('apps').select(['id', 'name', 'proof_name']).where('proved', '=', 'yes');
    for (const app of await proved.execute()) await keepProvedName(trx, app);
    await storeSetting(trx, setting, format);
  });
}

async function insertDefaults(trx: WriteDb, now: number): Promise<void> {
  const names = defaultNames().map(({ label, reach }) => ({
    id: newId(),
    label,
    skeleton: formOf(label, reach).folded,
    reach,
    note: '',
    created_at: now,
    updated_at: now,
  }));
  await insertNames(trx, [...new Map(names.map((name) => [name.skeleton, name])).values()]);
}
