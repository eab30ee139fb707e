// `npm run end-sessions` from its arguments to its exit code.
import { parseArgs } from 'node:util';
import { ConfigError, parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { endSessions } from './end-sessions.ts';
import type { CommandOutput, RunCommand } from './run-command.ts';

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

function readArguments(args: string[], output: CommandOutput): Wanted | null {
  try {
    return parseArgs({
      args,
      options: { account: { type: 'string' }, all: { type: 'boolean' }, help: { type: 'boolean' } },
    }).values;
  } catch (error) {
    output.error(error instanceof Error ? error.message : error);
    return null;
  }
}

export const runEndSessions: RunCommand = async (args, env, output) => {
  const wanted = readArguments(args, output);
  if (!wanted || wanted.help || (wanted.account === undefined) === (wanted.all === undefined)) {
    output.log(help);
    return wanted?.help ? 0 : 2;
  }
  const { account } = wanted;
  try {
    const ended = await endSessions(parseConfig(env), account);
    if (ended === null) {
      output.error(
        `No account has the address ${account ?? ''}. Look at how it is spelled; capitals do not count.`,
      );
      return 1;
    }
    const sessions = `${ended.toLocaleString('en')} ${ended === 1 ? 'session' : 'sessions'}`;
    output.log(
      account === undefined
        ? `${sessions} ended: everybody has to log in again.`
        : `${sessions} of ${account} ended.`,
    );
    return 0;
  } catch (error) {
    output.error(error instanceof ConfigError ? error.message : error);
    return 1;
  }
};
