// `npm run affected-accounts` from its arguments to its exit code.
import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import {
  findAccountsOfIds,
  findAllAccounts,
  type AffectedAccount,
} from '../../src/lib/server/accounts/index.ts';
import { ConfigError, parseConfig } from '../../src/lib/server/platform/config/config.ts';
import type { Database } from '../../src/lib/server/platform/db/database.ts';
import { loadAuthSecret } from '../../src/lib/server/platform/security/auth-secret.ts';
import { clientHash } from '../../src/lib/server/platform/security/audit.ts';
import {
  findAccountsOfEvents,
  type EventSpan,
} from '../../src/lib/server/platform/security/audit-queries.ts';
import { withDatabaseInUse } from './database-in-use.ts';
import type { RunCommand } from './run-command.ts';

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

const pageSize = 1_000;

interface Wanted {
  /** Everybody where it is null. */
  span: (Omit<EventSpan, 'client'> & { address: string | undefined }) | null;
}

function readTime(text: string): number {
  const isTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?$/.test(text);
  const instant = isTime ? Date.parse(text.length === 10 ? text : `${text}Z`) : Number.NaN;
  if (Number.isNaN(instant)) throw new Error(`'${text}' is no time. Write it as 2026-11-20T14:30.`);
  return instant;
}

/** @returns null if help is requested, or an error sentence ('' for none) */
function readArguments(args: string[]): Wanted | string | null {
  try {
    const { values } = parseArgs({
      args,
      options: {
        all: { type: 'boolean' },
        from: { type: 'string' },
        until: { type: 'string' },
        client: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    const { all, from, until, client, help: isHelp } = values;
    if (isHelp) return null;
    if (all) return from || until || client ? '--all stands alone.' : { span: null };
    if (from === undefined) return 'Say --all, or --from when.';
    if (client !== undefined && !isIP(client)) return `'${client}' is no IP address.`;
    const span = {
      from: readTime(from),
      until: until === undefined ? Date.now() : readTime(until),
      address: client,
    };
    return span.until > span.from ? { span } : '--until has to be later than --from.';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function* pagesOf(db: Database, span: EventSpan | null): AsyncGenerator<AffectedAccount[]> {
  for (let after = ''; ;) {
    const ids = span && (await findAccountsOfEvents(db.read, span, after, pageSize));
    const page = ids
      ? await findAccountsOfIds(db.read, ids)
      : await findAllAccounts(db.read, after, pageSize);
    const last = ids ? ids.at(-1) : page.at(-1)?.id;
    if (last === undefined) return;
    yield page;
    after = last;
  }
}

/** A field of CSV (RFC 4180). Spreadsheets would run a text that begins like a formula. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const columns = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  name: ({ firstname, lastname }) => `${firstname} ${lastname}`.trim(),
  verified: ({ is_verified }) => (is_verified === 1 ? 'yes' : 'no'),
  password_hash: ({ password_hash }) => (password_hash === null ? 'no' : 'yes'),
  phone: ({ phone_no }) => (phone_no === '' ? 'no' : 'yes'),
  address: ({ address }) => (address === '' ? 'no' : 'yes'),
  created: ({ created_at }) => new Date(created_at).toISOString(),
} as const satisfies Record<string, (account: AffectedAccount) => string>;

const counted = ['verified', 'password_hash', 'phone', 'address'] as const;

export const runAffectedAccounts: RunCommand = async (args, env, output) => {
  const wanted = readArguments(args);
  if (wanted === null || typeof wanted === 'string') {
    if (wanted !== null) output.error(wanted);
    output.log(help);
    return wanted === null ? 0 : 2;
  }
  try {
    const config = parseConfig(env);
    await withDatabaseInUse(config, async (db) => {
      const address = wanted.span?.address;
      const client =
        address === undefined
          ? undefined
          : clientHash(loadAuthSecret(config.authSecret, config.dataDir), address);
      const totals = new Map(counted.map((name) => [name, 0]));
      let all = 0;
      output.log(Object.keys(columns).join(','));
      for await (const page of pagesOf(db, wanted.span && { ...wanted.span, client })) {
        for (const account of page)
          output.log(
            Object.values(columns)
              .map((read) => field(read(account)))
              .join(','),
          );
        for (const name of counted)
          totals.set(
            name,
            (totals.get(name) ?? 0) + page.filter((one) => columns[name](one) === 'yes').length,
          );
        all += page.length;
      }
      const parts = counted.map((name) => `${String(totals.get(name))} ${name.replace('_', ' ')}`);
      output.error(`${String(all)} ${all === 1 ? 'account' : 'accounts'}: ${parts.join(', ')}.`);
    });
    return 0;
  } catch (error) {
    output.error(error instanceof ConfigError ? error.message : error);
    return 1;
  }
};
