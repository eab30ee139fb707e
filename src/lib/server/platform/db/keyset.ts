// Keyset paging: a page is found by the sort key and id of the item beside it, so that it costs the same at any
// depth and items that are added meanwhile are neither repeated nor skipped.
import { sql, type ExpressionBuilder, type ReferenceExpression, type SelectQueryBuilder } from 'kysely';
import { limits } from '../../../shared/schemas/limits.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import { z } from '../../../shared/zod.ts';
import { AppError } from '../errors.ts';
import type { ReadDb } from './database.ts';
import { countRows } from './statements.ts';

export type SortKey = number | string;
export type Direction = 'asc' | 'desc';

interface Cursor {
  side: 'after' | 'before';
  key: SortKey;
  id: string;
  /** Which part of a list that consists of several; 0 if left out. */
  part?: number;
}

function encodeCursor({ side, key, id, part = 0 }: Cursor): string {
  const place = [side === 'after' ? 1 : 0, key, id];
  return Buffer.from(JSON.stringify(part === 0 ? place : [...place, part])).toString('base64url');
}

/** The refusal of a malformed cursor, or of one from another list. */
export function cursorRefusal(): AppError {
  return new AppError(400, 'This page address is not valid. Go back to the first page.', {
    cursor: 'Not a cursor of this list.',
  });
}

// A text of PostgreSQL has no NUL.
const stored = z.string().refine((text) => !text.includes('\0'));
const placeSchema = z.tuple([
  z.literal([0, 1]),
  z.union([z.int(), stored]),
  stored,
  z.int().min(0).optional(),
]);

/** @throws AppError 400 for a text that `encodeCursor` did not make */
export function decodeCursor(text: string, keyType: 'number' | 'string'): Cursor {
  try {
    const place: unknown = JSON.parse(Buffer.from(text.slice(0, 1_000), 'base64url').toString());
    const [side, key, id, part = 0] = placeSchema.parse(place);
    if (typeof key === keyType) return { side: side === 1 ? 'after' : 'before', key, id, part };
  } catch {
    // Refused as a cursor of another list is.
  }
  throw cursorRefusal();
}

/**
 * Cuts a page out of what was found from the cursor on, and names the pages beside it.
 * @param found one more than the limit where there are more
 * @param placeOf where an item stands in the list
 */
export function cutPage<Item>(
  found: readonly Item[],
  { cursor, limit }: { cursor: Cursor | undefined; limit: number },
  placeOf: (item: Item) => Omit<Cursor, 'side'>,
) {
  const backwards = cursor?.side === 'before';
  const more = found.length > limit;
  const shown = found.slice(0, limit);
  if (backwards) shown.reverse();
  const cursorAt = (side: Cursor['side'], item: Item | undefined) =>
    item === undefined ? null : encodeCursor({ side, ...placeOf(item) });
  const next = backwards || more ? cursorAt('after', shown.at(-1)) : null;
  const previous = (backwards ? more : cursor !== undefined) ? cursorAt('before', shown[0]) : null;
  return { shown, next, previous };
}

interface Keyset<Column extends string> {
  cursor: string | undefined;
  /** `limits.pageSize` where left out. */
  limit?: number;
  /** Table of the sort column and of `id`, the tie-breaker. */
  table: string;
  column: Column;
  keyType?: 'number' | 'string';
  direction?: Direction;
  /** Counts the whole list; up to `limits.counted` where left out. Asked only where the page is not the whole of it. */
  count?: () => Promise<number>;
}

/**
 * Finds one page of a list, or of several, one after the other. Rows are in list order, whichever way the page was
 * reached.
 * @throws AppError 400 for an invalid cursor
 */
export async function keysetPage<
  Tables,
  Table extends keyof Tables,
  Column extends string,
  Row extends { id: string } & Record<Column, SortKey>,
>(
  db: ReadDb,
  lists: SelectQueryBuilder<Tables, Table, Row> | readonly SelectQueryBuilder<Tables, Table, Row>[],
  keyset: Keyset<Column>,
): Promise<Page<Row>> {
  const parts = [lists].flat();
  const { limit = limits.pageSize, table, column, keyType = 'number', direction = 'desc' } = keyset;
  const cursor = keyset.cursor === undefined ? undefined : decodeCursor(keyset.cursor, keyType);
  const backwards = cursor?.side === 'before';
  const walk: Direction = backwards === (direction === 'asc') ? 'desc' : 'asc';
  type Reference = ReferenceExpression<Tables, Table> & string;
  const keyColumn = `${table}.${column}` as Reference;
  const idColumn = `${table}.id` as Reference;

  const first = cursor?.part ?? 0;
  if (first >= parts.length) throw cursorRefusal();
  const found: { row: Row; part: number }[] = [];
  for (let part = first; found.length <= limit; part += backwards ? -1 : 1) {
    const query = parts[part];
    if (!query) break;
    let page = query
      .orderBy(keyColumn, walk)
      .orderBy(idColumn, walk)
      .limit(limit + 1 - found.length);
    if (cursor && part === first) {
      page = page.where((eb: ExpressionBuilder<Tables, Table>) =>
        eb(
          eb.refTuple(keyColumn, idColumn),
          walk === 'desc' ? '<' : '>',
          eb.tuple(eb.val(cursor.key), eb.val(cursor.id)) as never,
        ),
      );
    }
    found.push(...(await page.execute()).map((row) => ({ row, part })));
  }
  const { shown, next, previous } = cutPage(found, { cursor, limit }, ({ row, part }) => {
    return { key: row[column], id: row.id, part };
  });
  const ids = parts[0]?.clearSelect().select(sql.ref<string>(idColumn).as('id'));
  const counted = async () => (ids ? await countRows(db, ids.limit(limits.counted)) : 0);
  const isWhole = cursor === undefined && next === null;
  const count = isWhole ? shown.length : await (keyset.count ?? counted)();
  return { items: shown.map(({ row }) => row), next, previous, count };
}
