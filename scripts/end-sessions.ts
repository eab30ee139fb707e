// npm run end-sessions -- --account <email>: logs out one account, or everybody, on every device, while the site is in
// use.
import { parseArgs } from 'node:util';
import { parseConfig } from '../src/lib/server/platform/config/config.ts';
import { inEnglish, readOptions, runCommand, showHelp } from './command.ts';
import { endSessions } from './data/end-sessions.ts';

const help = `Usage: npm run end-sessions -- --account <email>
       npm run end-sessions -- --all

Ends sessions in the database of the current configuration (DATA_DIR, DATABASE_URL), at once
and on every device, while the site is in use. Whoever knows the password can log in again:
where somebody else does, the person has to set a new one as well ('Forgot password?').

  --account <email>   those of the account with this address
  --all               those of everybody
  --help              this text`;

const options = {
  account: { type: 'string' },
  all: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;
const wanted = readOptions(() => parseArgs({ options }).values) ?? showHelp(help, false);
const { account, all } = wanted;
if (wanted.help || (account === undefined) === (all === undefined)) showHelp(help, wanted.help);
await runCommand(async () => {
  const ended = await endSessions(parseConfig(process.env), account);
  if (ended === null) {
    console.error(
      `No account has the address ${account ?? ''}. Look at how it is spelled; capitals do not count.`,
    );
    process.exit(1);
  }
  const sessions = `${inEnglish(ended)} ${ended === 1 ? 'session' : 'sessions'}`;
  console.log(
    account === undefined
      ? `${sessions} ended: everybody has to log in again.`
      : `${sessions} of ${account} ended.`,
  );
});
