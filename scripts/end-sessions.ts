// npm run end-sessions -- --all: logs everybody out on every device, while the site is in use.
import { endAllSessions } from '../src/lib/server/accounts/desk.ts';
import { counted, runCommand, UsageError, withDatabase } from './command.ts';

const help = `Usage: npm run end-sessions -- --all

Ends all sessions in the database of the current configuration (DATA_DIR, DATABASE_URL), at once
and on every device, while the site is in use. Whoever knows a password can log in again. Those of
one account end at the desk.

  --all    those of everybody
  --help   this text`;

await runCommand({ help, options: { all: { type: 'boolean' } } as const }, async ({ values: { all } }) => {
  if (all === undefined) throw new UsageError('Say --all.');
  const ended = await withDatabase(endAllSessions);
  console.log(`${counted(ended, 'session')} ended: everybody has to log in again.`);
});
