import { findAccountByEmail } from '../lib/server/accounts/users.ts';
import type { Database } from '../lib/server/platform/db/database.ts';
import { findSetting, storeSetting } from '../lib/server/platform/db/setting-queries.ts';
import { hasRow } from '../lib/server/platform/db/statements.ts';
import type { Services } from '../lib/server/services.ts';
import { emailOf } from './sample-owners.ts';
import { addSampleShelf, editorKey } from './sample-shelf.ts';

const setting = 'sample-data';

/**
 * Loads the sample listings into a new, empty database, once and for all: an operator who deletes them keeps them
 * deleted. An interrupted load continues where it stopped.
 */
export async function ensureSampleData(db: Database, services: Services): Promise<void> {
  const state = await findSetting(db.read, setting);
  if (state === 'loaded') return;
  if (state === undefined) {
    if (await hasRow(db.read.selectFrom('users').select('id').limit(1))) return;
    await db.write((trx) => storeSetting(trx, setting, 'loading'));
  }
  console.log('Loading the sample listings (once) ...');
  // Not loaded at every start: it takes 15 MB.
  const { loadSampleData } = await import('./load-sample-data.ts');
  const findOwner = async (email: string) => (await findAccountByEmail(db.read, email))?.id;
  let shown = 0;
  await loadSampleData(services, {
    findOwner,
    progress: (done, total) => {
      const percent = Math.floor((done / total) * 10) * 10;
      if (percent > shown) console.log(`  ${percent} %`);
      shown = Math.max(shown, percent);
    },
  });
  const editor = await findOwner(emailOf({ key: editorKey }));
  if (editor !== undefined) await addSampleShelf(services.shelves, editor);
  await db.write((trx) => storeSetting(trx, setting, 'loaded'));
}
