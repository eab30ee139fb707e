// Loads the sample listings into a new, empty database, once and for all: an operator who deletes them keeps them
// deleted. It is a process beside the server, which answers meanwhile: encoding pictures takes longer than the rest of
// a first start, and the loader of AVIF, which uploads must not reach (media/pixels.ts), stays out of the server.
import { fork } from 'node:child_process';
import type { Product } from '../compose.ts';
import { findAccountByEmail } from '../lib/server/accounts/users.ts';
import { createLogger } from '../lib/server/platform/log.ts';
import { parseConfig } from '../lib/server/platform/config/config.ts';
import type { Database } from '../lib/server/platform/db/database.ts';
import { findSetting, storeSetting } from '../lib/server/platform/db/setting-queries.ts';
import { hasRow } from '../lib/server/platform/db/statements.ts';
import { emailOf } from './sample-owners.ts';
import { addSampleShelf, editorKey } from './sample-shelf.ts';

const setting = 'sample-data';

/** Whether the database is new, or an earlier load was interrupted. */
async function areWanted({ read }: Database): Promise<boolean> {
  const state = await findSetting(read, setting);
  return (
    state === 'loading' ||
    (state === undefined && !(await hasRow(read.selectFrom('users').select('id').limit(1))))
  );
}

/** Starts the process if it has anything to do. It ends with this one. */
export async function startSamples(db: Database): Promise<void> {
  if (!(await areWanted(db))) return;
  const child = fork(import.meta.filename);
  child.unref();
  child.channel?.unref();
}

/** Continues where an interrupted load stopped. */
async function loadSamples({ db, services }: Product): Promise<void> {
  if (!(await areWanted(db))) return;
  await db.write((trx) => storeSetting(trx, setting, 'loading'));
  console.log('Loading the sample listings (once) ...');
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
  console.log('The sample listings are loaded.');
}

if (import.meta.main) {
  process.once('disconnect', () => process.exit());
  const { compose } = await import('../compose.ts');
  const options = { log: createLogger('error'), isCommand: true };
  const product = await compose(parseConfig(process.env), options);
  // Of several nodes that start at once, one loads, and the others find it done.
  await product.exclusively(() => loadSamples(product));
  await product.close();
  process.disconnect?.();
}
