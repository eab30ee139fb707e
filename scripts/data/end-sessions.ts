import { endAllSessions, endSessionsOf } from '../../src/lib/server/accounts/index.ts';
import { createAudit } from '../../src/lib/server/platform/security/audit.ts';
import { systemClock } from '../../src/lib/server/platform/clock.ts';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import { withDatabaseInUse } from './database-in-use.ts';

/**
 * Ends sessions in the configured database, while the site is in use.
 * @param email the account; all accounts where left out
 * @returns the number of ended sessions; null if no account has the address
 * @throws ConfigError if there is no database, or none of this version; nothing has been written then
 */
export async function endSessions(config: Config, email?: string): Promise<number | null> {
  return await withDatabaseInUse(config, async (db) => {
    // The command needs no secret.
    const context = { clock: systemClock, audit: createAudit({ db, clock: systemClock }) };
    return email === undefined ? await endAllSessions(context) : await endSessionsOf(context, email);
  });
}
