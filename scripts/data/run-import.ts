// `npm run import` from its arguments to its exit code.
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { UnreadableList, readList } from './import/read-list.ts';
import type { RefusedRow } from './import/check-rows.ts';
import type { RunCommand } from './run-command.ts';

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

interface Wanted {
  list: string;
  email: string;
  isDryRun: boolean;
  skipsRefused: boolean;
}

/** @returns null if help is requested, or an error sentence */
function readArguments(args: string[]): Wanted | string | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        account: { type: 'string' },
        'dry-run': { type: 'boolean' },
        'skip-refused': { type: 'boolean' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    });
    if (values.help) return null;
    const [list = '', ...rest] = positionals;
    if (list === '' || rest.length > 0) return 'Name one list.';
    if (values.account === undefined) return 'Name the account with --account.';
    return {
      list: resolve(list),
      email: values.account,
      isDryRun: values['dry-run'] ?? false,
      skipsRefused: values['skip-refused'] ?? false,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Cells are typed by others, so control characters are removed before they reach a terminal. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');

const lineOf = ({ at, name, why }: RefusedRow): string =>
  plain(`${String(at)}${name === '' ? '' : ` (${name})`}: ${why.join(' ')}`);

const inEnglish = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

/** Rows between two lines of progress. */
const between = 1_000;

export const runImport: RunCommand = async (args, env, output) => {
  const wanted = readArguments(args);
  if (wanted === null || typeof wanted === 'string') {
    if (wanted !== null) output.error(wanted);
    output.log(help);
    return wanted === null ? 0 : 2;
  }
  try {
    const list = await readList(wanted.list);
    // Imported here, because it loads most of the server.
    const { importList } = await import('./import/import-list.ts');
    const result = await importList(parseConfig(env), list, {
      ...wanted,
      folder: dirname(wanted.list),
      progress(done, total) {
        if (done % between === 0 && done > 0)
          output.error(`${done.toLocaleString('en')} of ${total.toLocaleString('en')} ...`);
      },
    });
    if (result.kind === 'no-account') {
      output.error(`No verified account has the address ${plain(wanted.email)}.`);
      return 1;
    }
    for (const row of result.refused) output.error(lineOf(row));
    if (result.ignored.length > 0)
      output.error(`Not imported, as a new app has no such fields: ${plain(result.ignored.join(', '))}.`);
    const { published, existing, refused } = result;
    output.log(
      [
        `${inEnglish(published, 'app', 'apps')} ${wanted.isDryRun || result.isStopped ? 'can be published' : 'published'}`,
        `${inEnglish(existing, 'was', 'were')} listed already`,
        `${inEnglish(refused.length, 'row', 'rows')} refused.`,
      ].join(', '),
    );
    if (result.isStopped)
      output.error('Nothing was published. Mend the refused rows, or leave them out with --skip-refused.');
    return refused.length > 0 ? 1 : 0;
  } catch (error) {
    const isPlain = error instanceof ConfigError || error instanceof UnreadableList;
    output.error(isPlain ? error.message : error);
    return 1;
  }
};
