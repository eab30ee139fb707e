import type { Successor } from '../../../shared/schemas/apps.ts';
import type { Engine, WriteDb } from '../../platform/db/database.ts';
import type { AppTable } from '../../platform/db/schema.ts';
import type { Reader } from '../../platform/reads/reader.ts';
import { findNames } from '../names/app-name-queries.ts';

/** The apps that replace the discontinued ones among these, by id. One that is not listed any more is left out. */
export async function findSuccessors(
  reader: Reader,
  rows: readonly Pick<AppTable, 'lifecycle' | 'replaced_by'>[],
): Promise<Map<string, Successor>> {
  const ids = rows.flatMap(({ lifecycle, replaced_by }) =>
    lifecycle === 'discontinued' && replaced_by !== null ? [replaced_by] : [],
  );
  return new Map((await findNames(reader, ids)).map((successor) => [successor.id, successor]));
}

/**
 * Whether `until` comes after `from` in the chain of successors, which has no cycle. The chain stays as it is until the
 * transaction ends, so that two owners who name one another's apps at once make no cycle either.
 */
export async function lockChain(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  { from, until }: { from: string; until: string },
): Promise<boolean> {
  for (let next: string | null = from; next !== null;) {
    if (next === until) return true;
    const row: Pick<AppTable, 'replaced_by'> | undefined = await trx
      .selectFrom('apps')
      .select('replaced_by')
      .where('id', '=', next)
      .$if(engine.name === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    next = row?.replaced_by ?? null;
  }
  return false;
}
