import { Migrator, type Migration } from 'kysely/migration';
import { sql } from 'kysely';
import type { OpenDatabase } from './database.ts';
import { up as initial } from './migrations/001-initial.ts';
import { up as profiles } from './migrations/002-profiles.ts';
import { up as search } from './migrations/003-search.ts';
import { up as reach } from './migrations/005-reach.ts';
import { up as contactsAndAudit } from './migrations/007-contacts-and-audit.ts';
import { up as pendingAccounts } from './migrations/008-pending-accounts.ts';
import { up as codesAndLogins } from './migrations/009-codes-and-logins.ts';
import { up as jobs } from './migrations/010-jobs.ts';
import { up as names } from './migrations/011-names.ts';
import { up as moderation } from './migrations/012-moderation.ts';
import { up as auditRetention } from './migrations/013-audit-retention.ts';
import { up as repeatedWrites } from './migrations/014-repeated-writes.ts';
import { up as sitemapOwners } from './migrations/016-sitemap-owners.ts';
import { up as sessionDevices } from './migrations/017-session-devices.ts';
import { up as requestIds } from './migrations/019-request-ids.ts';
import { up as addresses } from './migrations/search/040-addresses.ts';
import { up as appLimit } from './migrations/trust/041-app-limit.ts';
import { up as listingStates } from './migrations/trust/021-listing-states.ts';
import { up as rolesAndFactors } from './migrations/trust/022-roles-and-factors.ts';
import { up as cases } from './migrations/trust/023-cases.ts';
import { up as rules } from './migrations/trust/025-rules.ts';
import { up as site } from './migrations/trust/026-site.ts';
import { up as categories } from './migrations/trust/027-categories.ts';
import { up as proofs } from './migrations/trust/033-proofs.ts';
import { up as links } from './migrations/trust/038-links.ts';
import { up as provedNames } from './migrations/trust/039-proved-names.ts';
import { up as transparencyCounts } from './migrations/trust/028-transparency-counts.ts';
import { up as facts } from './migrations/front/032-facts.ts';
import { up as openToWork } from './migrations/front/036-open-to-work.ts';
import { up as conversations } from './migrations/front/037-conversations.ts';
import { up as popularity } from './migrations/front/029-popularity.ts';
import { up as follows } from './migrations/front/036-follows.ts';
import { up as shelves } from './migrations/front/030-shelves.ts';
import { up as savedApps } from './migrations/front/031-saved-apps.ts';

/** Applied in the order of their names. A migration that was released is never edited: write the next one. */
const migrations: Record<string, Migration> = {
  '001-initial': { up: initial },
  '002-profiles': { up: profiles },
  '003-search': { up: search },
  '005-reach': { up: reach },
  '007-contacts-and-audit': { up: contactsAndAudit },
  '008-pending-accounts': { up: pendingAccounts },
  '009-codes-and-logins': { up: codesAndLogins },
  '010-jobs': { up: jobs },
  '011-names': { up: names },
  '012-moderation': { up: moderation },
  '013-audit-retention': { up: auditRetention },
  '014-repeated-writes': { up: repeatedWrites },
  '016-sitemap-owners': { up: sitemapOwners },
  '017-session-devices': { up: sessionDevices },
  '019-request-ids': { up: requestIds },
  '021-listing-states': { up: listingStates },
  '022-roles-and-factors': { up: rolesAndFactors },
  '023-cases': { up: cases },
  '025-rules': { up: rules },
  '026-site': { up: site },
  '027-categories': { up: categories },
  '028-transparency-counts': { up: transparencyCounts },
  '029-popularity': { up: popularity },
  '030-shelves': { up: shelves },
  '031-saved-apps': { up: savedApps },
  '032-facts': { up: facts },
  '033-proofs': { up: proofs },
  '036-follows': { up: follows },
  '036-open-to-work': { up: openToWork },
  '037-conversations': { up: conversations },
  '038-links': { up: links },
  '039-proved-names': { up: provedNames },
  '040-addresses': { up: addresses },
  '041-app-limit': { up: appLimit },
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
