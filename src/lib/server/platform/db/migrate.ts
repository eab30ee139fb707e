import { Migrator, type Migration } from 'kysely/migration';
import type { OpenDatabase } from './database.ts';
import { up as initial } from './migrations/001-initial.ts';
import { up as profiles } from './migrations/002-profiles.ts';
import { up as search } from './migrations/003-search.ts';
import { up as contactsAndAudit } from './migrations/007-contacts-and-audit.ts';

/** Applied in the order of their names. A migration that was released is never edited: write the next one. */
const migrations: Record<string, Migration> = {
  '001-initial': { up: initial },
  '002-profiles': { up: profiles },
  '003-search': { up: search },
  '007-contacts-and-audit': { up: contactsAndAudit },
};

/** Brings the schema up to date. @returns the names of the migrations that were applied. */
export async function migrate(database: OpenDatabase): Promise<string[]> {
  const migrator = new Migrator({
    db: database.kysely,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('Migrating failed.', { cause: error });
  return results.map((result) => result.migrationName);
}
