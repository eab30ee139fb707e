// npm run grant-role -- <email> <role>: makes somebody an admin, a moderator or a member, also while the site runs.
import { grantRole, type GrantedRole } from '../src/lib/server/accounts/desk.ts';
import { roleSchema, type Role } from '../src/lib/shared/schemas/factors.ts';
import { counted, Refusal, runCommand, UsageError, withDatabase } from './command.ts';

const help = `Usage: npm run grant-role -- <email> admin|moderator|member

Gives an account a role in the database of the current configuration (DATA_DIR, DATABASE_URL),
also while the site is in use. It counts at the account's next request. A lower role than before
ends every session of the account. Staff need a second factor: the account adds a passkey or an
authenticator app under 'Login security' before it can open the desk.

  admin       may also change roles and settings
  moderator   may open the desk
  member      anybody else
  --help      this text`;

function sentenceOf(granted: GrantedRole, email: string, role: Role): string {
  switch (granted.kind) {
    case 'granted': {
      const ended = granted.endedSessions;
      const sessions = ended === 0 ? '' : ` ${counted(ended, 'session')} ended.`;
      return `${email} is ${role} now, and was ${granted.before} before.${sessions}`;
    }
    case 'unchanged':
      return `${email} is ${role} already.`;
    case 'unverified':
      throw new Refusal(
        `${email} is not verified: anybody can sign up with an address. Have its owner verify it first.`,
      );
    case 'missing':
      throw new Refusal(
        `No account has the address ${email}. Look at how it is spelled; capitals do not count.`,
      );
  }
}

await runCommand({ help, takes: [2, 2] }, async ({ positionals: [email = '', named = ''] }) => {
  const role = roleSchema.safeParse(named);
  if (!role.success) throw new UsageError(`There is no role '${named}'.`);
  const granted = await withDatabase((operating) => grantRole(operating, { email, role: role.data }));
  console.log(sentenceOf(granted, email, role.data));
});
