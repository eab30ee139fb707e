// Names that nobody else may use: reserved ones, and those of listings with a proof (names/resemblance.ts).
import { readFileSync } from 'node:fs';
import { brand } from '../../shared/page/brand.ts';
import type { NameReach } from '../../shared/schemas/desk.ts';
import { ownerStates } from '../../shared/schemas/apps.ts';
import { isOfOpenOwner } from '../apps/visibility.ts';
import type { Context } from '../context.ts';
import type { ReadDb } from '../platform/db/database.ts';
import { findSetting, storeSetting } from '../platform/db/setting-queries.ts';
import { fieldError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { formOf, isNameOfDomain, seek } from './names/resemblance.ts';
import { ruleMessages } from './messages.ts';

/**
 * The reserved name, or name of a listing with a proof, that a name passes for; null for none. Names that the account
 * may use do not count. Reads in the transaction that stores the name, so that a name that staff reserve counts at
 * once on every node.
 * @param userId the account that wants the name; null for nobody's
 * @param isPerson whether it is the name or handle of a person, of which many are one letter apart from a brand
 */
export async function findResembled(
  db: ReadDb,
  { name, userId, isPerson = false }: { name: string; userId: string | null; isPerson?: boolean },
): Promise<string | null> {
  const passesFor = seek(name, { withTypos: !isPerson });
  const owner = userId ?? '';
  const own = db.selectFrom('reserved_name_users').select('name_id').where('user_id', '=', owner);
  const reserved = db.selectFrom('reserved_names').select(['label', 'reach']).where('id', 'not in', own);
  const ordered = await reserved.orderBy('skeleton').execute();
  const found = ordered.find(({ label, reach }) => passesFor(formOf(label, reach)));
  if (found) return found.label;
  const proved = await db
    .selectFrom('apps')
    .select(['name', 'proof_name'])
    // There are few: without this all apps would be read.
    .where('id', 'in', (eb) => eb.selectFrom('proofs').select('app_id'))
    .where('proved', '=', 'yes')
    .where('state', 'in', ownerStates)
    .where(isOfOpenOwner)
    .where('owner_id', '!=', owner)
    .orderBy('id')
    .execute();
  // The name of its domain reaches as far as the name of a brand; any other one, such as 'Wallet' of example.ng, only
  // its own look.
  const reachOf = (one: (typeof proved)[number]) =>
    isNameOfDomain(one.name, one.proof_name) ? 'near' : 'exact';
  return proved.find((one) => passesFor(formOf(one.name, reachOf(one))))?.name ?? null;
}

export function passesForSite(name: string): boolean {
  return seek(name, { withTypos: false })(formOf(brand.name, 'near'));
}

/**
 * Refuses the name or handle of a person that passes for a reserved name or for the site's. People are not held: their
 * pages have no state, and nothing that was typed is lost by a refusal.
 * @param field the field that the sentence is shown beside
 */
export async function refuseImpostor(
  db: ReadDb,
  { name, userId, field }: { name: string; userId: string | null; field: string },
): Promise<void> {
  const label = passesForSite(name) ? brand.name : await findResembled(db, { name, userId, isPerson: true });
  if (label !== null) throw fieldError(field, ruleMessages.nameReserved(label));
}

/** The names that a new directory reserves. */
export function defaultNames(): { label: string; reach: NameReach }[] {
  const lines = readFileSync(new URL('./names/reserved-names.txt', import.meta.url), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ label: line.replace(/^=/, ''), reach: line.startsWith('=') ? 'exact' : 'near' }));
}

const setting = 'reserved-names';

/** Reserves the default names in a new directory, once and for all: names that staff remove stay removed. */
export async function loadDefaults({ clock, db }: Context): Promise<void> {
  if ((await findSetting(db.read, setting)) !== undefined) return;
  const now = clock();
  const names = defaultNames().map(({ label, reach }) => ({
    ...{ id: newId(), label, skeleton: formOf(label, reach).folded, reach },
    ...{ note: '', created_at: now, updated_at: now },
  }));
  await db.write(async (trx) => {
    const adding = trx.insertInto('reserved_names').values(names);
    await adding.onConflict((conflict) => conflict.column('skeleton').doNothing()).execute();
    await storeSetting(trx, setting, 'loaded');
  });
}
