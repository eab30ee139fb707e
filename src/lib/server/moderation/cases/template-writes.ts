// Templates of replies: few rows, which all staff share.
import type { TemplateForm } from '../../../shared/schemas/cases.ts';
import { countDeleted } from '../../platform/db/count-rows.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { ReplyTemplateTable } from '../../platform/db/schema.ts';
import { newId } from '../../platform/ids.ts';

export async function findTemplates(db: ReadDb): Promise<ReplyTemplateTable[]> {
  return await db.selectFrom('reply_templates').selectAll().orderBy('use').orderBy('name').execute();
}

/** @throws a unique violation of use and name */
export async function insertTemplate(
  trx: WriteDb,
  form: TemplateForm,
  now: number,
): Promise<ReplyTemplateTable> {
  return await trx
    .insertInto('reply_templates')
    .values({ id: newId(), ...form, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws a unique violation of use and name */
export async function changeTemplate(
  trx: WriteDb,
  id: string,
  form: TemplateForm,
  now: number,
): Promise<ReplyTemplateTable | undefined> {
  return await trx
    .updateTable('reply_templates')
    .set({ ...form, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** @returns whether it was there */
export async function removeTemplate(trx: WriteDb, id: string): Promise<boolean> {
  return (await countDeleted(trx.deleteFrom('reply_templates').where('id', '=', id))) > 0;
}
