// `npm run grant-role` from its arguments to its exit code.
import { parseArgs } from 'node:util';
import { grantRole, type GrantedRole } from '../../src/lib/server/accounts/index.ts';
import { systemClock } from '../../src/lib/server/platform/clock.ts';
import { ConfigError, parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { createAudit } from '../../src/lib/server/platform/security/audit.ts';
import { roleSchema, type Role } from '../../src/lib/shared/schemas/roles.ts';
import { withDatabaseInUse } from './database-in-use.ts';
import type { RunCommand } from './run-command.ts';

const help = `Usage: npm run grant-role -- <email> admin|moderator|member

Gives an account a role in the database of the current configuration (DATA_DIR, DATABASE_URL),
also while the site is in use. It counts at the account's next request. A lower role than before
ends every session of the account. Staff need a second factor: the account adds a passkey or an
authenticator app under 'Login security' before it can open the desk.

  admin       may also change roles and settings
  moderator   may open the desk
  member      anybody else
  --help      this text`;

interface Wanted {
  email: string;
  role: Role;
}

/** @returns null if help is requested, or an error sentence ('' for none) */
function readArguments(args: string[]): Wanted | string | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { help: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (values.help) return null;
    const [email = '', named = '', ...rest] = positionals;
    if (email === '' || named === '' || rest.length > 0) return 'Name one address and one role.';
    const role = roleSchema.safeParse(named);
    return role.success ? { email, role: role.data } : `There is no role '${named}'.`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function sentenceOf(granted: GrantedRole, { email, role }: Wanted): string {
  switch (granted.kind) {
    case 'granted': {
      const ended = granted.endedSessions;
      const sessions = ended === 0 ? '' : ` ${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`;
      return `${email} is ${role} now, and was ${granted.before} before.${sessions}`;
    }
    case 'unchanged':
      return `${email} is ${role} already.`;
    case 'unverified':
      return `${email} is not verified: anybody can sign up with an address. Have its owner verify it first.`;
    case 'missing':
      return `No account has the address ${email}. Look at how it is spelled; capitals do not count.`;
  }
}

export const runGrantRole: RunCommand = async (args, env, output) => {
  const wanted = readArguments(args);
  if (wanted === null || typeof wanted === 'string') {
    if (wanted !== null) output.error(wanted);
    output.log(help);
    return wanted === null ? 0 : 2;
  }
  try {
    const granted = await withDatabaseInUse(parseConfig(env), async (db) => {
      const clock = systemClock;
      return await grantRole({ db, clock, audit: createAudit({ db, clock }) }, wanted);
    });
    const isDone = granted.kind === 'granted' || granted.kind === 'unchanged';
    output[isDone ? 'log' : 'error'](sentenceOf(granted, wanted));
    return isDone ? 0 : 1;
  } catch (error) {
    output.error(error instanceof ConfigError ? error.message : error);
    return 1;
  }
};
