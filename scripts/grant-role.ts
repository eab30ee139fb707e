// npm run grant-role -- <email> <role>: makes somebody an admin, a moderator or a member, also while the site runs.
import { grantRole } from '../src/lib/server/accounts/desk.ts';
import { roleSchema } from '../src/lib/shared/schemas/factors.ts';
import { counted, runCommand, UsageError, withDatabase } from './command.ts';

const help = `Usage: npm run grant-role -- <email> admin|moderator|member

Gives an account a role in the database of the current configuration (DATA_DIR, DATABASE_URL),
also while the site is in use. It counts at the account's next request. A lower role than before
ends every session of the account. Staff need a second factor: the account adds a passkey or an
authenticator app under 'Login security' before it can open the desk.

  admin       may also change roles and settings
  moderator   may open the desk
  member      anybody else
  --help      this text`;

await runCommand({ help, takes: [2, 2] }, async ({ positionals: [email = '', named = ''] }) => {
  const role = roleSchema.safeParse(named);
  if (!role.success) throw new UsageError(`There is no role '${named}'.`);
  const form = { email, role: role.data };
  const { before, ended } = await withDatabase((operating) => grantRole(operating, form));
  const sessions = ended === 0 ? '' : ` ${counted(ended, 'session')} ended.`;
  console.log(
    before === role.data
      ? `${email} is ${before} already.`
      : `${email} is ${role.data} now, and was ${before} before.${sessions}`,
  );
});
