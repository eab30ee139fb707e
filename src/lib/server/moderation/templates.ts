// Templates of replies: few rows, which all staff share.
import type { TemplateForm, TemplateJson } from '../../shared/schemas/cases.ts';
import { toIso } from '../../shared/text/dates.ts';
import type { Context } from '../context.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { countDeleted } from '../platform/db/statements.ts';
import type { Row } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';

type TemplateContext = Pick<Context, 'clock' | 'db'>;

const missing = () => new AppError(404, 'There is no template with this id.');

const shape = ({ updated_at, ...row }: Row<'reply_templates'>): TemplateJson => ({
  ...row,
  updated_at: toIso(updated_at),
});

/** @throws AppError 404 without a row, 409 for a name that another template of this use has */
async function save(
  { engine, write }: Context['db'],
  work: (trx: WriteDb) => Promise<Row<'reply_templates'> | undefined>,
): Promise<TemplateJson> {
  const row = await write(work).catch((error: unknown) => {
    if (engine.uniqueViolation(error) === null) throw error;
    const sentence = 'There is a template with this name already. Choose another name.';
    throw new AppError(409, sentence, { name: sentence });
  });
  if (!row) throw missing();
  return shape(row);
}

export async function listTemplates({ db }: TemplateContext): Promise<TemplateJson[]> {
  const templates = db.read.selectFrom('reply_templates').selectAll();
  return (await templates.orderBy('use').orderBy('name').execute()).map(shape);
}

export async function addTemplate({ clock, db }: TemplateContext, form: TemplateForm): Promise<TemplateJson> {
  const row = { id: newId(), ...form, updated_at: clock() };
  return await save(db, (trx) =>
    trx.insertInto('reply_templates').values(row).returningAll().executeTakeFirst(),
  );
}

export async function updateTemplate(
  { clock, db }: TemplateContext,
  id: string,
  form: TemplateForm,
): Promise<TemplateJson> {
  const columns = { ...form, updated_at: clock() };
  return await save(db, (trx) => {
    const change = trx.updateTable('reply_templates').set(columns).where('id', '=', id);
    return change.returningAll().executeTakeFirst();
  });
}

export async function deleteTemplate({ db }: TemplateContext, id: string): Promise<void> {
  const removed = await db.write((trx) =>
    countDeleted(trx.deleteFrom('reply_templates').where('id', '=', id)),
  );
  if (removed === 0) throw missing();
}
