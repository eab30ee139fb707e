import { limits } from '../../../shared/schemas/limits.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { keysetPage } from '../../platform/db/keyset.ts';
import type { LinkRuleTable } from '../../platform/db/schema.ts';
import { plainText } from '../plain-text.ts';
import { hostOf, hostsAround } from './hosts.ts';

/** Rules for the hosts of these links. */
export async function findRulesOf(db: ReadDb | WriteDb, links: string[]): Promise<LinkRuleTable[]> {
  const hosts = [...new Set(links.flatMap((link) => hostsAround(hostOf(link) ?? '')))];
  if (hosts.length === 0) return [];
  return await db.selectFrom('link_rules').selectAll().where('host', 'in', hosts).execute();
}

export async function findLinkRule(db: ReadDb | WriteDb, id: string): Promise<LinkRuleTable | undefined> {
  return await db.selectFrom('link_rules').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Newest first. @param text only those whose host holds this text */
export async function findLinkRules(
  db: ReadDb,
  { text, cursor }: { text: string; cursor: string | undefined },
): Promise<Page<LinkRuleTable>> {
  const rows = db
    .selectFrom('link_rules')
    .$if(text !== '', (query) => query.where('host', 'like', `%${plainText(text)}%`));
  const count = await countRows(db, rows.select('id').limit(limits.counted).as('counted'));
  const keyset = { cursor, limit: limits.pageSize, table: 'link_rules', column: 'created_at' } as const;
  return await keysetPage(rows.selectAll(), keyset, count);
}
