// npm run end-sessions -- --account <email>: logs one account, or everybody, out on every device, while the site is in
// use.
import { endAllSessions, endSessionsOf } from '../src/lib/server/accounts/desk.ts';
import { counted, runCommand, UsageError, withDatabase } from './command.ts';

const help = `Usage: npm run end-sessions -- --account <email>
       npm run end-sessions -- --all

Ends sessions in the database of the current configuration (DATA_DIR, DATABASE_URL), at once
and on every device, while the site is in use. Whoever knows the password can log in again:
where somebody else does, the person has to set a new one as well ('Forgot password?').

  --account <email>   those of the account with this address
  --all               those of everybody
  --help              this text`;

const options = { account: { type: 'string' }, all: { type: 'boolean' } } as const;

await runCommand({ help, options }, async ({ values: { account, all } }) => {
  if ((account === undefined) === (all === undefined)) throw new UsageError('Say --account or --all.');
  const ended = await withDatabase((operating) =>
    account === undefined ? endAllSessions(operating) : endSessionsOf(operating, account),
  );
  const sessions = counted(ended, 'session');
  console.log(
    account === undefined
      ? `${sessions} ended: everybody has to log in again.`
      : `${sessions} of ${account} ended.`,
  );
});
