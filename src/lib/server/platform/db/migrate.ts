import { Migrator, type Migration } from 'kysely/migration';
import { sql } from 'kysely';
import type { OpenDatabase } from './database.ts';
import { up as initial } from './migrations/001-initial.ts';

/** Applied in the order of their names. A migration that was released is never edited: write the next one. */
const migrations: Record<string, Migration> = {
  '001-initial': { up: initial },
};

function migratorOf(database: OpenDatabase): Migrator {
  return new Migrator({
    db: database.kysely,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
}

/** Names of the applied migrations in order, also those of a newer version; none where the database is empty. */
export async function appliedMigrations({ kysely }: OpenDatabase): Promise<string[]> {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    kysely,
  );
  return rows.map(({ name }) => name);
}

/** Names of all migrations of this version, in order. */
export const knownMigrations = Object.keys(migrations).sort();

/**
 * Brings the schema up to date, or leaves it as it was.
 * @param upTo the last migration to apply; all where left out
 * @returns the names of the migrations that were applied
 */
export async function migrate(database: OpenDatabase, upTo?: string): Promise<string[]> {
  const migrator = migratorOf(database);
  return await database.migrating(async () => {
    const { error, results = [] } =
      upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo);
    if (error !== undefined)
      throw error instanceof Error ? error : new Error('Migrating failed.', { cause: error });
    return results.map((result) => result.migrationName);
  });
}
