// npm run remove-factors -- <email>: removes the second factors of somebody who has lost them, also while the site
// runs.
import { operatorRemovesFactors } from '../src/lib/server/accounts/desk.ts';
import { counted, runCommand, withDatabase } from './command.ts';

const help = `Usage: npm run remove-factors -- <email>

Removes the passkeys, the authenticator app and the recovery codes of an account in the database
of the current configuration (DATA_DIR, DATABASE_URL), also while the site is in use. For somebody
who has lost all of them: make sure first that you talk to the owner of the account. Ends every
session of the account, and mails its owner. The password is needed to log in again.

  --help   this text`;

await runCommand({ help, takes: [1, 1] }, async ({ positionals: [email = ''] }) => {
  const removed = await withDatabase(({ config: { contactEmail }, ...operating }) =>
    operatorRemovesFactors(operating, { email, contactEmail }),
  );
  console.log(
    removed === 0
      ? `${email} has no second factor.`
      : `${counted(removed, 'second factor')} of ${email} removed. Its sessions have ended.`,
  );
});
