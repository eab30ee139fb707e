// Templates of replies: few rows, which all staff share.
import type { TemplateForm, TemplateJson } from '../../shared/schemas/cases.ts';
import { toIso } from '../../shared/text/dates.ts';
import type { Context } from '../context.ts';
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

export async function listTemplates({ db }: TemplateContext): Promise<TemplateJson[]> {
  const templates = db.read.selectFrom('reply_templates').selectAll();
  return (await templates.orderBy('use').orderBy('name').execute()).map(shape);
}

/** Adds a template, or changes the one with this id. */
export async function saveTemplate(
  { clock, db }: TemplateContext,
  form: TemplateForm,
  id?: string,
): Promise<TemplateJson> {
  const columns = { ...form, updated_at: clock() };
  const saving = db.write(async (trx) => {
    const change =
      id === undefined
        ? trx.insertInto('reply_templates').values({ id: newId(), ...columns })
        : trx.updateTable('reply_templates').set(columns).where('id', '=', id);
    return await change.returningAll().executeTakeFirst();
  });
  const row = await saving.catch((error: unknown) => {
    if (db.engine.uniqueViolation(error) === null) throw error;
    const sentence = 'There is a template with this name already. Choose another name.';
    throw new AppError(409, sentence, { name: sentence });
  });
  if (!row) throw missing();
  return shape(row);
}

export async function deleteTemplate({ db }: TemplateContext, id: string): Promise<void> {
  const removed = await db.write((trx) =>
    countDeleted(trx.deleteFrom('reply_templates').where('id', '=', id)),
  );
  if (removed === 0) throw missing();
}
