// npm run import -- <list> --account <email>: publishes an operator's list of apps, also while the site runs.
import { dirname, resolve } from 'node:path';
import { findAccountByEmail } from '../src/lib/server/accounts/users.ts';
import { counted, plain, progressOf, Refusal, runCommand, UsageError, withProduct } from './command.ts';
import { checkRows, type RefusedRow } from './import/check-rows.ts';
import { publishRows } from './import/publish-rows.ts';
import { readList } from './import/read-list.ts';

const help = `Usage: npm run import -- <list> --account <email> [--dry-run] [--skip-refused]

Publishes a list of apps under an account. The list is a .csv file whose first line names the
columns, a .json array or an .ndjson file with one object a line, in UTF-8. The fields are those of
POST /api/v1/app/ (docs/api.md), such as name, description, category (names joined by commas) and
website. 'logo' and 'screenshot' name pictures in the folder of the list, joined by commas.

  --account <email>  who owns the listings; a verified account
  --dry-run          checks the list and says what is wrong with it; nothing is published
  --skip-refused     publishes the rows that are right; otherwise nothing is published while one
                     row is wrong
  --help             this text

Apps that the account has listed already are skipped, so that an interrupted import can be run
again. The list is the operator's, so limits of publishing and holds do not apply to it; the number
of apps that the account may have does, which staff change at the desk (/desk/accounts). Ends with
0; with 1 if a row was refused or the list cannot be read, and with 2 for a wrong argument.`;

const options = {
  account: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'skip-refused': { type: 'boolean', default: false },
} as const;

const lineOf = ({ at, name, why }: RefusedRow): string =>
  plain(`${String(at)}${name === '' ? '' : ` (${name})`}: ${why.join(' ')}`);

await runCommand({ help, options, takes: [1, 1] }, async ({ values, positionals: [path = ''] }) => {
  const { account: email, 'dry-run': isDryRun, 'skip-refused': skipsRefused } = values;
  if (email === undefined) throw new UsageError('Name the account with --account.');
  const list = await readList(resolve(path));
  await withProduct(async (product) => {
    const owner = await findAccountByEmail(product.db.read, email);
    if (!owner || owner.banned_at !== null)
      throw new Refusal(`No verified account has the address ${plain(email)}.`);
    const findCategory = (name: string) => product.site.categories().named(name)?.name;
    const { rows, refused, ignored } = checkRows(list, { findCategory, folder: dirname(resolve(path)) });
    const publish = (isDry: boolean) =>
      publishRows(rows, { product, owner, isDryRun: isDry, progress: progressOf('rows') });
    // A list is published as a whole or not at all, unless the operator says otherwise.
    const checked = isDryRun || !skipsRefused ? await publish(true) : null;
    const isStopped = !isDryRun && checked !== null && refused.length + checked.refused.length > 0;
    const result = checked !== null && (isDryRun || isStopped) ? checked : await publish(false);
    const wrong = [...refused, ...result.refused].sort((a, b) => a.at - b.at);
    for (const row of wrong) console.error(lineOf(row));
    if (ignored.length > 0)
      console.error(`Not imported, as a new app has no such fields: ${plain(ignored.join(', '))}.`);
    console.log(
      [
        `${counted(result.published, 'app')} ${isDryRun || isStopped ? 'can be published' : 'published'}`,
        `${counted(result.existing, 'was', 'were')} listed already`,
        `${counted(wrong.length, 'row')} refused.`,
      ].join(', '),
    );
    if (isStopped)
      console.error('Nothing was published. Mend the refused rows, or leave them out with --skip-refused.');
    if (wrong.length > 0) process.exitCode = 1;
  });
});
