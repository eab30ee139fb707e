// Claims, notes and messages: what staff do with a case before they decide it.
import type { CaseEventName } from '../../../shared/schemas/moderation/cases.ts';
import type { CaseTable } from '../../platform/db/schema.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findStaff } from '../../accounts/index.ts';
import type { ModerationContext } from '../context.ts';
import type { Staff } from '../staff.ts';
import { conflictOf, deskSentences, requireCase, requireMayWork, requireTransition } from './case-guards.ts';
import type { caseTransitions } from './case-transitions.ts';
import { changeCase, insertCaseEvent } from './case-writes.ts';
import { mailMessage } from './mail-message.ts';

type Context = Pick<ModerationContext, 'clock' | 'contactEmail' | 'db' | 'siteUrl'>;

/** Adds an event that leaves the state of the case as it is. */
async function record(
  { clock }: Context,
  trx: WriteDb,
  row: CaseTable,
  {
    actorId,
    event,
    text = '',
  }: { actorId: string; event: CaseEventName & keyof typeof caseTransitions; text?: string },
): Promise<void> {
  requireTransition(row, event, row.state);
  await insertCaseEvent(trx, { caseId: row.id, at: clock(), event, actorId, text });
}

/** @throws AppError 404, 403 for a conflict of interest, 409 if it has changed or somebody else has claimed it */
export async function claimCase(
  context: Context,
  staff: Staff,
  number: string,
  version: number,
): Promise<void> {
  const { db } = context;
  await db.write(async (trx) => {
    const row = await requireCase(trx, db.engine, number, version);
    await requireMayWork(trx, row, staff);
    await record(context, trx, row, { actorId: staff.userId, event: 'claimed' });
    await changeCase(trx, row.id, { assigned_to: staff.userId });
  });
}

/** An admin may release everybody's. @throws AppError 404, 409 */
export async function releaseCase(
  context: Context,
  staff: Staff,
  number: string,
  version: number,
): Promise<void> {
  const { db } = context;
  await db.write(async (trx) => {
    const row = await requireCase(trx, db.engine, number, version);
    requireHolder(row, staff);
    await record(context, trx, row, { actorId: staff.userId, event: 'released' });
    await changeCase(trx, row.id, { assigned_to: null });
  });
}

/** @param to id or email of a member of staff @throws AppError 404, 400 for somebody who may not have it, 409 */
export async function handOverCase(
  context: Context,
  staff: Staff,
  number: string,
  { to, version }: { to: string; version: number },
): Promise<void> {
  const { db } = context;
  await db.write(async (trx) => {
    const row = await requireCase(trx, db.engine, number, version);
    if (row.assigned_to !== null) requireHolder(row, staff);
    const wanted = to.trim().toLowerCase();
    const person = (await findStaff(trx)).find(({ id, email }) => [id, email.toLowerCase()].includes(wanted));
    const missing = 'This is not the id or the email of a member of staff.';
    if (!person) throw new AppError(400, missing, { to: missing });
    const conflict = await conflictOf(trx, row, person.id);
    const unsuitable = 'This person has a conflict of interest in this case. Choose somebody else.';
    if (conflict !== null) throw new AppError(400, unsuitable, { to: unsuitable });
    await record(context, trx, row, { actorId: staff.userId, event: 'handed-over' });
    await record(context, trx, row, { actorId: person.id, event: 'claimed' });
    await changeCase(trx, row.id, { assigned_to: person.id });
  });
}

function requireHolder(row: CaseTable, { role, userId }: Staff): void {
  if (row.assigned_to !== userId && !(role === 'admin' && row.assigned_to !== null))
    throw new AppError(
      409,
      row.assigned_to === null ? 'Nobody has taken this case.' : deskSentences.claimedByOther,
    );
}

/** Adds a note that only staff read. @throws AppError 404 */
export async function addNote(context: Context, staff: Staff, number: string, text: string): Promise<void> {
  const { db } = context;
  await db.write(async (trx) => {
    const row = await requireCase(trx, db.engine, number);
    await record(context, trx, row, { actorId: staff.userId, event: 'noted', text });
  });
}

/**
 * Mails the owner or the reporters.
 * @throws AppError 404, 403 for a conflict of interest, 409 if somebody else has claimed it, or nobody has an address
 */
export async function sendMessage(
  context: Context,
  staff: Staff,
  number: string,
  { text, to }: { text: string; to: 'owner' | 'reporters' },
): Promise<void> {
  const { db } = context;
  await db.write(async (trx) => {
    const row = await requireCase(trx, db.engine, number);
    await requireMayWork(trx, row, staff);
    await record(context, trx, row, {
      actorId: staff.userId,
      event: 'messaged',
      text: `To the ${to}: ${text}`,
    });
    const sent = await mailMessage(context, trx, row, { text, to });
    if (sent === 0) throw new AppError(409, `The ${to} cannot be reached: there is no verified address.`);
  });
}
