// npm run affected-accounts -- --from 2026-11-20: lists whom a breach affects, also while the site runs.
import { isIP } from 'node:net';
import { findAffected } from '../src/lib/server/accounts/desk.ts';
import { csvLine } from '../src/lib/server/open-data/index.ts';
import type { UserTable } from '../src/lib/server/platform/db/schema.ts';
import { clientHash } from '../src/lib/server/platform/security/audit.ts';
import { loadAuthSecret } from '../src/lib/server/platform/security/auth-secret.ts';
import { counted, runCommand, UsageError, withDatabase } from './command.ts';

const help = `Usage: npm run affected-accounts -- --all
       npm run affected-accounts -- --from <time> [--until <time>] [--client <address>]

Lists accounts as CSV, one a line, with what is stored of each: for the letters to them and for
the Commission after a breach. Totals go to the error output. Changes nothing.

  --all                everybody: the database, a backup or the secret was taken
  --from, --until      accounts that logged in, changed or were tried in this time, by the audit
                       trail, which keeps 400 days (refusals 30). Times as 2026-11-20 or
                       2026-11-20T14:30, in UTC; --until is now if left out
  --client <address>   of these, what this IP address did
  --help               this text`;

const text = { type: 'string' } as const;
const options = { all: { type: 'boolean' }, from: text, until: text, client: text } as const;

const pageSize = 1_000;

function readTime(given: string): number {
  const isTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?$/.test(given);
  const instant = isTime ? Date.parse(given.length === 10 ? given : `${given}Z`) : Number.NaN;
  if (Number.isNaN(instant)) throw new UsageError(`'${given}' is no time. Write it as 2026-11-20T14:30.`);
  return instant;
}

const yes = (is: boolean): string => (is ? 'yes' : 'no');
const rowOf = (account: UserTable) => ({
  id: account.id,
  email: account.email,
  name: `${account.firstname} ${account.lastname}`.trim(),
  verified: yes(account.is_verified === 1),
  password_hash: yes(account.password_hash !== null),
  phone: yes(account.phone_no !== ''),
  address: yes(account.address !== ''),
  created: new Date(account.created_at).toISOString(),
});
const totalled = ['verified', 'password_hash', 'phone', 'address'] as const;

await runCommand({ help, options }, async ({ values: { all, from, until, client } }) => {
  if ((all ?? false) === (from !== undefined)) throw new UsageError('Say --all, or --from when.');
  if (all && (until ?? client) !== undefined) throw new UsageError('--all stands alone.');
  if (client !== undefined && !isIP(client)) throw new UsageError(`'${client}' is no IP address.`);
  const time = {
    from: readTime(from ?? '1970-01-01'),
    until: until === undefined ? Date.now() : readTime(until),
  };
  if (time.until <= time.from) throw new UsageError('--until has to be later than --from.');
  await withDatabase(async ({ config, db }) => {
    let events = db.read
      .selectFrom('audit_events')
      .select('user_id as id')
      .distinct()
      .where('at', '>=', time.from)
      .where('at', '<', time.until)
      .orderBy('user_id')
      .limit(pageSize);
    if (client !== undefined) {
      const secret = await loadAuthSecret(config.authSecret, config.dataDir);
      events = events.where('client', '=', clientHash(secret, client));
    }
    const totals = { verified: 0, password_hash: 0, phone: 0, address: 0 };
    let count = 0;
    for (let after: string | undefined = ''; after !== undefined;) {
      const found: { id: string | null }[] | null = all
        ? null
        : await events.where('user_id', '>', after).execute();
      const ids: string[] | null = found && found.flatMap(({ id }) => id ?? []);
      const page: UserTable[] = await findAffected(db.read, ids, after, pageSize);
      const rows = page.map(rowOf);
      if (after === '') console.log('id,email,name,verified,password_hash,phone,address,created');
      for (const row of rows) console.log(csvLine(Object.values(row)).trimEnd());
      for (const name of totalled) totals[name] += rows.filter((row) => row[name] === 'yes').length;
      count += rows.length;
      after = ids ? ids.at(-1) : page.at(-1)?.id;
    }
    const parts = totalled.map((name) => `${String(totals[name])} ${name.replace('_', ' ')}`);
    console.error(`${counted(count, 'account')}: ${parts.join(', ')}.`);
  });
});
