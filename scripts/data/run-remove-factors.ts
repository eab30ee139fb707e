// `npm run remove-factors` from its arguments to its exit code.
import { operatorRemovesFactors } from '../../src/lib/server/accounts/index.ts';
import { systemClock } from '../../src/lib/server/platform/clock.ts';
import { ConfigError, parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { createAudit } from '../../src/lib/server/platform/security/audit.ts';
import { withDatabaseInUse } from './database-in-use.ts';
import type { RunCommand } from './run-command.ts';

const help = `Usage: npm run remove-factors -- <email>

Removes the passkeys, the authenticator app and the recovery codes of an account in the database
of the current configuration (DATA_DIR, DATABASE_URL), also while the site is in use. For somebody
who has lost all of them: make sure first that you talk to the owner of the account. Ends every
session of the account, and mails its owner. The password is needed to log in again.

  --help   this text`;

export const runRemoveFactors: RunCommand = async (args, env, output) => {
  const [email = '', ...rest] = args;
  if (email === '' || email.startsWith('-') || rest.length > 0) {
    output.log(help);
    return email === '--help' ? 0 : 2;
  }
  try {
    const config = parseConfig(env);
    const removed = await withDatabaseInUse(config, async (db) => {
      const clock = systemClock;
      const context = { clock, audit: createAudit({ db, clock }) };
      return await operatorRemovesFactors(context, { email, contactEmail: config.contactEmail });
    });
    if (removed === null) {
      output.error(`No verified account has the address ${email}. Look at how it is spelled.`);
      return 1;
    }
    output.log(
      removed === 0
        ? `${email} has no second factor.`
        : `${removed} second ${removed === 1 ? 'factor' : 'factors'} of ${email} removed. Its sessions have ended.`,
    );
    return 0;
  } catch (error) {
    output.error(error instanceof ConfigError ? error.message : error);
    return 1;
  }
};
