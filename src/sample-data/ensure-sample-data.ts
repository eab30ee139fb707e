import type { Database } from '../lib/server/platform/db/database.ts';
import type { Services } from '../lib/server/services.ts';

const setting = 'sample-data';

/**
 * Loads the sample listings into a new, empty database, once and for all: an operator who deletes them keeps them
 * deleted. A load that was cut off goes on where it stopped.
 */
export async function ensureSampleData(db: Database, services: Services): Promise<void> {
  const state = await db.read
    .selectFrom('settings')
    .select('value')
    .where('name', '=', setting)
    .executeTakeFirst();
  if (state?.value === 'loaded') return;
  if (!state) {
    const user = await db.read.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (user) return;
    await db.write((trx) => trx.insertInto('settings').values({ name: setting, value: 'loading' }).execute());
  }
  console.log('Loading the sample listings (once) ...');
  // Not loaded at every start: it takes 15 MB.
  const { loadSampleData } = await import('./load-sample-data.ts');
  let shown = 0;
  await loadSampleData(services, {
    findOwner: async (email) => {
      const owner = await db.read
        .selectFrom('users')
        .select('id')
        .where('email_key', '=', email.toLowerCase())
        .executeTakeFirst();
      return owner?.id;
    },
    progress: (done, total) => {
      const percent = Math.floor((done / total) * 10) * 10;
      if (percent > shown) console.log(`  ${percent} %`);
      shown = Math.max(shown, percent);
    },
  });
  await db.write((trx) =>
    trx.updateTable('settings').set({ value: 'loaded' }).where('name', '=', setting).execute(),
  );
}
