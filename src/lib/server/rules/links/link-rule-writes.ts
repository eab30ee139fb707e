import type { WriteDb } from '../../platform/db/database.ts';
import { countDeleted } from '../../platform/db/count-rows.ts';
import type { LinkRuleTable } from '../../platform/db/schema.ts';

/** @throws a unique violation where the host has a rule */
export async function insertLinkRule(trx: WriteDb, row: LinkRuleTable): Promise<void> {
  await trx.insertInto('link_rules').values(row).execute();
}

export async function changeLinkRule(
  trx: WriteDb,
  id: string,
  columns: Partial<Pick<LinkRuleTable, 'effect' | 'reason'>>,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await trx.updateTable('link_rules').set(columns).where('id', '=', id).execute();
}

/** @returns whether it existed */
export async function removeLinkRule(trx: WriteDb, id: string): Promise<boolean> {
  return (await countDeleted(trx.deleteFrom('link_rules').where('id', '=', id))) > 0;
}
