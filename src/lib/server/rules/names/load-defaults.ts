import type { Clock } from '../../platform/clock.ts';
import type { Database, WriteDb } from '../../platform/db/database.ts';
import { findSetting, storeSetting } from '../../platform/db/setting-queries.ts';
import { newId } from '../../platform/ids.ts';
import { defaultNames } from './default-names.ts';
import { findProvedAfter } from './proved-name-queries.ts';
import { keepProvedName } from './proved-name-writes.ts';
import { findNamesAfter } from './reserved-name-queries.ts';
import { formOf, keyFormat } from './resemblance.ts';
import { insertNames, storeKeys } from './reserved-name-writes.ts';

const setting = 'reserved-names';
const provedSetting = 'proved-names';

const format = `keys ${String(keyFormat)}, Unicode ${process.versions.unicode ?? ''}`;

/** Names in one transaction, so that other writers get their turn. */
const batch = 200;

/**
 * Reserves the default names in a new directory, once and for all: names that staff remove stay removed. After a change
 * of the folding, or an update of Node with other data of Unicode, computes the keys of all names again.
 */
export async function loadDefaults({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await fillProvedNames(db);
  const stored = await findSetting(db.read, setting);
  if (stored === format) return;
  if (stored === undefined) await db.write((trx) => insertDefaults(trx, clock()));
  else await storeAllKeys(db);
  await db.write((trx) => storeSetting(trx, setting, format));
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

async function storeAllKeys(db: Database): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined;)
    last = await db.write(async (trx): Promise<string | undefined> => {
      const names = await findNamesAfter(trx, last ?? '', batch);
      await storeKeys(trx, names);
      return names.at(-1)?.id;
    });
}

/** Computes the keys of the names of apps with a proof. */
async function fillProvedNames(db: Database): Promise<void> {
  if ((await findSetting(db.read, provedSetting)) === format) return;
  for (let last: string | undefined = ''; last !== undefined;)
    last = await db.write(async (trx): Promise<string | undefined> => {
      const apps = await findProvedAfter(trx, last ?? '', batch);
      for (const app of apps) await keepProvedName(trx, app);
      return apps.at(-1)?.id;
    });
  await db.write((trx) => storeSetting(trx, provedSetting, format));
}
