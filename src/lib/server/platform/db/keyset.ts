// Keyset paging: a page is found by the sort key and id of the item beside it, so that it costs the same at any
// depth and items that are added meanwhile are neither repeated nor skipped.
import type { AliasedExpression, ExpressionBuilder, ReferenceExpression, SelectQueryBuilder } from 'kysely';
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

export function encodeCursor({ side, key, id, part = 0 }: Cursor): string {
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
  const place = text.length > 1_000 ? null : jsonOrNull(Buffer.from(text, 'base64url').toString());
  const parsed = placeSchema.safeParse(place);
  if (!parsed.success || typeof parsed.data[1] !== keyType) throw cursorRefusal();
  const [side, key, id, part = 0] = parsed.data;
  return { side: side === 1 ? 'after' : 'before', key, id, part };
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface Keyset<Column extends string> {
  cursor: string | undefined;
  limit: number;
  /** Table of the sort column and of `id`, the tie-breaker. */
  table: string;
  column: Column;
  keyType?: 'number' | 'string';
  direction?: Direction;
}

/**
 * Runs `query` for one page. Rows are in list order, whichever way the page was reached.
 * @param count of the whole list
 */
export async function keysetPage<
  Tables,
  Table extends keyof Tables,
  Column extends string,
  Row extends { id: string } & Record<Column, SortKey>,
>(query: SelectQueryBuilder<Tables, Table, Row>, keyset: Keyset<Column>, count: number): Promise<Page<Row>> {
  return await keysetPageOfParts([query], keyset, count);
}

/** Works as `keysetPage`, for a list that consists of several, one after the other. */
export async function keysetPageOfParts<
  Tables,
  Table extends keyof Tables,
  Column extends string,
  Row extends { id: string } & Record<Column, SortKey>,
>(
  parts: readonly SelectQueryBuilder<Tables, Table, Row>[],
  keyset: Keyset<Column>,
  count: number,
): Promise<Page<Row>> {
  const { limit, table, column, keyType = 'number', direction = 'desc' } = keyset;
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
  const more = found.length > limit;
  const shown = found.slice(0, limit);
  if (backwards) shown.reverse();

  const cursorAt = (side: Cursor['side'], at: { row: Row; part: number } | undefined) =>
    at === undefined ? null : encodeCursor({ side, key: at.row[column], id: at.row.id, part: at.part });
  const hasNext = backwards || more;
  const hasPrevious = backwards ? more : cursor !== undefined;
  return {
    items: shown.map(({ row }) => row),
    next: hasNext ? cursorAt('after', shown.at(-1)) : null,
    previous: hasPrevious ? cursorAt('before', shown[0]) : null,
    count,
  };
}

/** One page of a list, with its length, counted up to `limits.counted`. @throws AppError 400 for an invalid cursor */
export async function listPage<
  Tables,
  Table extends keyof Tables,
  Column extends string,
  Row extends { id: string } & Record<Column, SortKey>,
>(
  db: ReadDb,
  query: SelectQueryBuilder<Tables, Table, Row>,
  keyset: Omit<Keyset<Column>, 'limit'>,
): Promise<Page<Row>> {
  const counted = query.limit(limits.counted).as('counted') as AliasedExpression<{ id: string }, 'counted'>;
  return await keysetPage(query, { ...keyset, limit: limits.pageSize }, await countRows(db, counted));
}

/** The page with the length of its list, which is counted only where the page is not the whole of it. */
export async function countedPage<Item>(page: Page<Item>, count: () => Promise<number>): Promise<Page<Item>> {
  const isWhole = page.next === null && page.previous === null;
  return { ...page, count: isWhole ? page.items.length : await count() };
}
