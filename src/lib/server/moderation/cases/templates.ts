import type { TemplateForm, TemplateJson } from '../../../shared/schemas/cases.ts';
import { toIso } from '../../../shared/text/dates.ts';
import type { ReplyTemplateTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { ModerationContext } from '../context.ts';
import { changeTemplate, findTemplates, insertTemplate, removeTemplate } from './template-writes.ts';

type Context = Pick<ModerationContext, 'clock' | 'db'>;

const missing = () => new AppError(404, 'There is no template with this id.');

const shape = ({ updated_at, ...row }: ReplyTemplateTable): TemplateJson => ({
  ...row,
  updated_at: toIso(updated_at),
});

function sayNameTaken(db: Context['db']): (error: unknown) => never {
  return (error) => {
    if (db.engine.uniqueViolation(error) === null) throw error;
    const sentence = 'There is a template with this name already. Choose another name.';
    throw new AppError(409, sentence, { name: sentence });
  };
}

export const listTemplates = async ({ db }: Context): Promise<TemplateJson[]> =>
  (await findTemplates(db.read)).map(shape);

/** @throws AppError 409 for a name that another template of this use has */
export async function addTemplate({ clock, db }: Context, form: TemplateForm): Promise<TemplateJson> {
  return shape(await db.write((trx) => insertTemplate(trx, form, clock())).catch(sayNameTaken(db)));
}

/** @throws AppError 404, 409 */
export async function updateTemplate(
  { clock, db }: Context,
  id: string,
  form: TemplateForm,
): Promise<TemplateJson> {
  const row = await db.write((trx) => changeTemplate(trx, id, form, clock())).catch(sayNameTaken(db));
  if (!row) throw missing();
  return shape(row);
}

/** @throws AppError 404 */
export async function deleteTemplate({ db }: Context, id: string): Promise<void> {
  if (!(await db.write((trx) => removeTemplate(trx, id)))) throw missing();
}
