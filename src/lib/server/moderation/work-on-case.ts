// Claims, notes and messages: what staff do with a case before they decide it.
import type { CaseEventName } from '../../shared/schemas/cases.ts';
import { findStaff } from '../accounts/desk.ts';
import { composeMail, type Recipient } from '../accounts/mails.ts';
import { findAccount } from '../accounts/users.ts';
import type { Context } from '../context.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { CaseTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
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

/** A locked case, and what records who has done what with it. */
interface Work {
  trx: WriteDb;
  row: CaseTable;
  /** @throws AppError 409 where the state of the case does not allow it */
  record(event: CaseEventName, more?: { actor_id?: string; text?: string }): Promise<void>;
}

/** @throws AppError 404, 409 for a case that has changed since this version */
async function working(
  { clock, db }: Context,
  { userId }: Staff,
  { number, version }: { number: string; version?: number },
  work: (work: Work) => Promise<void>,
): Promise<void> {
  await db.write(async (trx) => {
    const row = await requireCase(trx, number, version);
    await work({
      trx,
      row,
      async record(event, more) {
        requireState(row, event);
        await insertCaseEvent(trx, { case_id: row.id, at: clock(), event, actor_id: userId, ...more });
      },
    });
  });
}

/** @throws AppError 404, 403 for a conflict of interest, 409 if it has changed or somebody else has claimed it */
export async function claimCase(context: Context, staff: Staff, number: string, version: number) {
  await working(context, staff, { number, version }, async ({ record, row, trx }) => {
    await requireMayWork(trx, row, staff);
    await record('claimed');
    await changeCase(trx, row.id, { assigned_to: staff.userId });
  });
}

/** An admin may release everybody's. @throws AppError 404, 409 */
export async function releaseCase(context: Context, staff: Staff, number: string, version: number) {
  await working(context, staff, { number, version }, async ({ record, row, trx }) => {
    requireHolder(row, staff);
    await record('released');
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
  await working(context, staff, { number, version }, async ({ record, row, trx }) => {
    if (row.assigned_to !== null) requireHolder(row, staff);
    const wanted = to.trim().toLowerCase();
    const person = (await findStaff(trx)).find(({ id, email }) => [id, email.toLowerCase()].includes(wanted));
    const missing = 'This is not the id or the email of a member of staff.';
    if (!person) throw new AppError(400, missing, { to: missing });
    const unsuitable = 'This person has a conflict of interest in this case. Choose somebody else.';
    if (await conflictOf(trx, row, person.id)) throw new AppError(400, unsuitable, { to: unsuitable });
    await record('handed-over');
    await record('claimed', { actor_id: person.id });
    await changeCase(trx, row.id, { assigned_to: person.id });
  });
}

function requireHolder({ assigned_to }: CaseTable, { role, userId }: Staff): void {
  if (assigned_to === null) throw new AppError(409, 'Nobody has taken this case.');
  if (assigned_to !== userId && role !== 'admin') throw new AppError(409, deskSentences.claimedByOther);
}

/** Adds a note that only staff read. @throws AppError 404 */
export async function addNote(context: Context, staff: Staff, number: string, text: string) {
  await working(context, staff, { number }, ({ record }) => record('noted', { text }));
}

const maxReporters = 100;

export async function sendMessage(
  context: Context,
  staff: Staff,
  number: string,
  { text, to }: { text: string; to: 'owner' | 'reporters' },
) {
  const { clock, operator } = context;
  await working(context, staff, { number }, async ({ record, row, trx }) => {
    await requireMayWork(trx, row, staff);
    await record('messaged', { text: `To the ${to}: ${text}` });
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
