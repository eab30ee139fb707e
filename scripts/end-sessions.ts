// npm run end-sessions -- --account <email>: logs one account, or everybody, out on every device, while the site is in
// use.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseArgs } from 'node:util';
import { ConfigError, parseConfig } from '../src/lib/server/platform/config/config.ts';
import { endSessions } from './data/end-sessions.ts';

const help = `Usage: npm run end-sessions -- --account <email>
       npm run end-sessions -- --all

Ends sessions in the database of the current configuration (DATA_DIR, DATABASE_URL), at once
and on every device, while the site is in use. Whoever knows the password can log in again:
where somebody else does, the person has to set a new one as well ('Forgot password?').

  --account <email>   those of the account with this address
  --all               those of everybody
  --help              this text`;

interface Wanted {
  account?: string;
  all?: boolean;
  help?: boolean;
}

function readArguments(): Wanted | null {
  try {
    return parseArgs({
      options: { account: { type: 'string' }, all: { type: 'boolean' }, help: { type: 'boolean' } },
    }).values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return null;
  }
}

if (existsSync('.env')) loadEnvFile('.env');
const wanted = readArguments();
if (!wanted || wanted.help || (wanted.account === undefined) === (wanted.all === undefined)) {
  console.log(help);
  process.exit(wanted?.help ? 0 : 2);
}
const { account } = wanted;
try {
  const ended = await endSessions(parseConfig(process.env), account);
  if (ended === null) {
    console.error(
      `No account has the address ${account ?? ''}. Look at how it is spelled; capitals do not count.`,
    );
    process.exit(1);
  }
  const sessions = `${ended.toLocaleString('en')} ${ended === 1 ? 'session' : 'sessions'}`;
  console.log(
    account === undefined
      ? `${sessions} ended: everybody has to log in again.`
      : `${sessions} of ${account} ended.`,
  );
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
