import { findAccountByEmail } from '../../../src/lib/server/accounts/index.ts';
import type { Config } from '../../../src/lib/server/platform/config/config.ts';
import { withProductInUse } from '../product-in-use.ts';
import { checkRows } from './check-rows.ts';
import { publishRows, type Published } from './publish-rows.ts';
import type { ListRow } from './read-list.ts';

interface ImportOptions {
  email: string;
  isDryRun: boolean;
  skipsRefused: boolean;
  /** The folder whose pictures the list may name. */
  folder: string;
  progress(done: number, total: number): void;
}

interface Imported extends Published {
  kind: 'imported';
  /** Columns that are no field of a new app. */
  ignored: string[];
  /** Whether refused rows kept the others from being published. */
  isStopped: boolean;
}

/**
 * Publishes a list under the account of an address, while the site is in use or not.
 * @throws ConfigError if there is no database, or none of this version; nothing has been written then
 */
export async function importList(
  config: Config,
  list: readonly ListRow[],
  { email, isDryRun, skipsRefused, folder, progress }: ImportOptions,
): Promise<Imported | { kind: 'no-account' }> {
  return await withProductInUse(config, async (product) => {
    const owner = await findAccountByEmail(product.db.read, email);
    if (!owner || owner.banned_at !== null) return { kind: 'no-account' };
    const findCategory = (name: string) => product.site.categories().named(name)?.name;
    const { rows, refused, ignored } = checkRows(list, { findCategory, folder });
    const publishing = { product, owner };
    const dry = async () =>
      await publishRows(rows, { ...publishing, isDryRun: true, progress: () => undefined });
    // A list is published as a whole or not at all, unless the operator says otherwise.
    const checked = isDryRun || !skipsRefused ? await dry() : null;
    const isStopped = !isDryRun && checked !== null && refused.length + checked.refused.length > 0;
    const published =
      checked !== null && (isDryRun || isStopped)
        ? checked
        : await publishRows(rows, {
            ...publishing,
            isDryRun: false,
            progress: (done) => progress(done, rows.length),
          });
    const all = [...refused, ...published.refused].sort((a, b) => a.at - b.at);
    return { kind: 'imported', ...published, refused: all, ignored, isStopped };
  });
}
