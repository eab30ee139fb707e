// What staff do with a case before they decide it: claims, notes and messages. And the templates of replies.
import type { CaseEventName, TemplateForm, TemplateJson } from '../../shared/schemas/cases.ts';
import { findStaff } from '../accounts/desk.ts';
import { composeMail, type Recipient } from '../accounts/mails.ts';
import { findAccount } from '../accounts/users.ts';
import type { Context } from '../context.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { CaseTable, Row } from '../platform/db/schema.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import type { MailMessage } from '../platform/mail/message.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import type { Staff } from '../platform/security/client.ts';
import {
  canBeMailed,
  changeCase,
  conflictOf,
  deskSentences,
  insertCaseEvent,
  requireCase,
  requireMayWork,
  requireState,
} from './cases.ts';
import { findReportsOfCase, reporterOf } from './reports.ts';
import { toIso } from '../../shared/text/dates.ts';
import { countDeleted } from '../platform/db/statements.ts';
import { newId } from '../platform/ids.ts';

/** Records what somebody does with a locked case. @throws AppError 409 where its state does not allow it */
async function record(
  { clock }: Context,
  trx: WriteDb,
  row: CaseTable,
  event: CaseEventName,
  { actor_id, text = '' }: { actor_id: string; text?: string },
): Promise<void> {
  requireState(row, event);
  await insertCaseEvent(trx, { case_id: row.id, at: clock(), event, actor_id, text });
}

/** @throws AppError 404, 403 for a conflict of interest, 409 if it has changed or somebody else has claimed it */
export async function claimCase(context: Context, staff: Staff, number: string, version: number) {
  await context.db.write(async (trx) => {
    const row = await requireCase(trx, number, version);
    await requireMayWork(trx, row, staff);
    await record(context, trx, row, 'claimed', { actor_id: staff.userId });
    await changeCase(trx, row.id, { assigned_to: staff.userId });
  });
}

/** An admin may release everybody's. @throws AppError 404, 409 */
export async function releaseCase(context: Context, staff: Staff, number: string, version: number) {
  await context.db.write(async (trx) => {
    const row = await requireCase(trx, number, version);
    requireHolder(row, staff);
    await record(context, trx, row, 'released', { actor_id: staff.userId });
    await changeCase(trx, row.id, { assigned_to: null });
  });
}

/** @param to id or email of a member of staff @throws AppError 404, 400 for somebody who may not have it, 409 */
export async function handOverCase(
  context: Context,
  staff: Staff,
  number: string,
  { to, version }: { to: string; version: number },
) {
  await context.db.write(async (trx) => {
    const row = await requireCase(trx, number, version);
    if (row.assigned_to !== null) requireHolder(row, staff);
    const wanted = to.trim().toLowerCase();
    const person = (await findStaff(trx)).find(({ id, email }) => [id, email.toLowerCase()].includes(wanted));
    if (!person) throw fieldError('to', 'This is not the id or the email of a member of staff.');
    if (await conflictOf(trx, row, person.id))
      throw fieldError('to', 'This person has a conflict of interest in this case. Choose somebody else.');
    await record(context, trx, row, 'handed-over', { actor_id: staff.userId });
    await record(context, trx, row, 'claimed', { actor_id: person.id });
    await changeCase(trx, row.id, { assigned_to: person.id });
  });
}

function requireHolder({ assigned_to }: CaseTable, { role, userId }: Staff): void {
  if (assigned_to === null) throw new AppError(409, 'Nobody has taken this case.');
  if (assigned_to !== userId && role !== 'admin') throw new AppError(409, deskSentences.claimedByOther);
}

/** Adds a note that only staff read. @throws AppError 404 */
export async function addNote(context: Context, staff: Staff, number: string, text: string) {
  await context.db.write(async (trx) => {
    const row = await requireCase(trx, number);
    await record(context, trx, row, 'noted', { actor_id: staff.userId, text });
  });
}

const maxReporters = 100;

export async function sendMessage(
  context: Context,
  staff: Staff,
  number: string,
  { text, to }: { text: string; to: 'owner' | 'reporters' },
) {
  const { clock, db, operator } = context;
  await db.write(async (trx) => {
    const row = await requireCase(trx, number);
    await requireMayWork(trx, row, staff);
    const said = { actor_id: staff.userId, text: `To the ${to}: ${text}` };
    await record(context, trx, row, 'messaged', said);
    const mails: MailMessage[] = [];
    const write = (person: Recipient, about: string) => {
      const body = [
        `our staff write to you about ${about}:`,
        { markdown: text },
        `To answer, write to ${operator.contactEmail} and quote this number.`,
      ];
      mails.push(composeMail(person, { subject: `a message about ${about}`, body }));
    };
    // Neither side learns of the other: the owner reads the number of the case, a reporter that of the report.
    if (to === 'owner') {
      const owner = await findAccount(trx, row.owner_id ?? '');
      const name = row.subject_name === '' ? `case ${number}` : `${row.subject_name} (case ${number})`;
      if (owner && canBeMailed(owner)) write(owner, name);
    } else
      for (const report of await findReportsOfCase(trx, row.id, maxReporters)) {
        const person = await reporterOf(trx, report);
        if (person) write(person, `your report ${report.number}`);
      }
    if (mails.length === 0)
      throw new AppError(409, `The ${to} cannot be reached: there is no verified address.`);
    for (const mail of mails) await enqueueMail(trx, mail, clock());
  });
}

// Templates are few rows, which all staff share.

const missing = () => new AppError(404, 'There is no template with this id.');

const shape = ({ updated_at, ...row }: Row<'reply_templates'>): TemplateJson => ({
  ...row,
  updated_at: toIso(updated_at),
});

export async function listTemplates({ db }: Context): Promise<TemplateJson[]> {
  const templates = db.read.selectFrom('reply_templates').selectAll();
  return (await templates.orderBy('use').orderBy('name').execute()).map(shape);
}

/** Adds a template, or changes the one with this id. */
export async function saveTemplate({ clock, db }: Context, form: TemplateForm, id?: string) {
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
    throw fieldError('name', 'There is a template with this name already. Choose another name.', 409);
  });
  if (!row) throw missing();
  return shape(row);
}

export async function deleteTemplate({ db }: Context, id: string): Promise<void> {
  const removed = await db.write((trx) =>
    countDeleted(trx.deleteFrom('reply_templates').where('id', '=', id)),
  );
  if (removed === 0) throw missing();
}
