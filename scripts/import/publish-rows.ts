// Publishes the checked rows of a list under one account. A row whose app the account has listed already is skipped, so
// that a command that was interrupted goes on where it stopped.
import { readFile } from 'node:fs/promises';
import { nameTaken } from '../../src/lib/server/apps/names.ts';
import { countListings, findListingRowBy } from '../../src/lib/server/apps/visibility.ts';
import { platformOf } from '../../src/lib/server/apps/write-app.ts';
import type { UserTable } from '../../src/lib/server/platform/db/schema.ts';
import { AppError } from '../../src/lib/server/platform/errors.ts';
import type { Product } from '../../src/compose.ts';
import { messages } from '../../src/lib/shared/text/messages.ts';
import { nameKey } from '../../src/lib/shared/text/text.ts';
import { columnsOf } from '../../src/lib/shared/schemas/app-fields.ts';
import type { CheckedRow, RefusedRow } from './check-rows.ts';

interface Publishing {
  product: Pick<Product, 'db' | 'services'>;
  owner: Pick<UserTable, 'id' | 'app_limit'>;
  /** Checks names against the directory, and publishes nothing. */
  isDryRun: boolean;
  progress(done: number, total: number): void;
}

export interface Published {
  published: number;
  /** Rows whose app the account lists already. */
  existing: number;
  refused: RefusedRow[];
}

/** @throws what is no refusal, such as a full disk; everything before it is published */
export async function publishRows(
  rows: readonly CheckedRow[],
  { product, owner, isDryRun, progress }: Publishing,
): Promise<Published> {
  const result: Published = { published: 0, existing: 0, refused: [] };
  const { db, services } = product;
  const { id: ownerId, app_limit: limit } = owner;
  const store = async (file: string, purpose: 'logo' | 'screenshot') =>
    await services.media.storePicture(() => readFile(file), purpose);
  const room = limit - (await countListings(db.read, ownerId)).all;
  for (const [index, { at, app, logo, screenshots }] of rows.entries()) {
    progress(index, rows.length);
    const listed = await findListingRowBy(db.read, 'name_key', nameKey(app.name));
    if (listed?.owner_id === ownerId) {
      result.existing += 1;
      continue;
    }
    try {
      if (isDryRun) {
        if (result.published >= room) throw new AppError(403, messages.policy.full(limit));
        if (await services.apps.nameExists(app.name, ownerId)) throw nameTaken();
      } else
        await services.apps.publishApp({
          ownerId,
          name: app.name,
          ...columnsOf({ ...app, platform: app.platform ?? platformOf(app) }),
          categories: app.category ?? [],
          logo: logo === null ? null : await store(logo, 'logo'),
          screenshots: await Promise.all(screenshots.map((file) => store(file, 'screenshot'))),
        });
      result.published += 1;
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      result.refused.push({ at, name: app.name, why: [error.message] });
    }
  }
  progress(rows.length, rows.length);
  return result;
}
