import type { Engine, WriteDb } from '../../platform/db/database.ts';
import { readingIn } from '../../platform/db/database.ts';
import type { CaseTable } from '../../platform/db/schema.ts';
import { newId } from '../../platform/ids.ts';
import type { NewCase, OpenCase, OpenedCase } from '../../platform/open-case.ts';
import { newNumber } from './case-number.ts';
import { changeCase, insertCase, insertCaseEvent, lockOpenCase } from './case-writes.ts';
import { dueMs, isUrgent, moreSevere, ownerFirstMs } from './due.ts';
import { findSubject } from './find-subject.ts';

const maxTries = 20;

/**
 * @returns a function that opens a case, or joins the open one of the same subject. A unique index decides between two
 * that come at once: the second waits for the first and joins its case.
 */
export function createOpenCase(engine: Pick<Engine, 'name'>): OpenCase {
  return async (trx, opened) => {
    const { subject, decisionId } = opened;
    const of = decisionId
      ? { decisionId }
      : { subject: { subject_kind: subject.kind, subject_id: subject.id } };
    for (let tries = 0; tries < maxTries; tries += 1) {
      const present = await lockOpenCase(trx, engine, of);
      if (present) return await join(trx, present, opened);
      const row = await insertCase(trx, await rowOf(trx, opened));
      if (!row) continue;
      const event = {
        caseId: row.id,
        at: opened.now,
        event: 'opened',
        actorId: null,
        text: opened.note,
      } as const;
      await insertCaseEvent(trx, event);
      return { id: row.id, number: row.number, isJoined: false };
    }
    throw new Error(`No case could be opened in ${String(maxTries)} tries.`);
  };
}

async function rowOf(trx: WriteDb, opened: NewCase): Promise<CaseTable> {
  const { kind, subject, reason, now, note, decisionId = null } = opened;
  const found = await findSubject(readingIn(trx), subject);
  const waitsMs = kind === 'report' ? ownerFirstMs(reason) : 0;
  return {
    id: newId(),
    number: newNumber(now),
    kind,
    state: waitsMs > 0 ? 'waiting' : 'open',
    reason,
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject_name: found?.name ?? '',
    app_id: found?.app?.id ?? null,
    owner_id: opened.ownerId,
    note,
    reports: kind === 'report' ? 1 : 0,
    assigned_to: null,
    version: 1,
    decision_id: decisionId,
    opened_at: now,
    due_at: now + waitsMs + dueMs(reason),
    waits_until: waitsMs > 0 ? now + waitsMs : null,
    decided_at: null,
  };
}

/** A case that waits for its owner returns to staff with a report that cannot wait. */
async function join(trx: WriteDb, present: CaseTable, opened: NewCase): Promise<OpenedCase> {
  const { kind, reason, now, note } = opened;
  // A report of wrong facts must not keep staff from seeing one of spam.
  const isHidden = ownerFirstMs(present.reason) > 0 && ownerFirstMs(reason) === 0;
  const returns = present.state === 'waiting' && (isUrgent(reason) || isHidden || kind === 'hold');
  const due = now + (kind === 'report' ? ownerFirstMs(reason) : 0) + dueMs(reason);
  await changeCase(trx, present.id, {
    kind: kind === 'hold' ? kind : present.kind,
    reason: moreSevere(present.reason, reason),
    reports: present.reports + (kind === 'report' ? 1 : 0),
    due_at: Math.min(present.due_at, due),
    ...(present.note === '' && note !== '' && { note }),
    ...(returns && { state: 'open', waits_until: null }),
  });
  await insertCaseEvent(trx, { caseId: present.id, at: now, event: 'joined', actorId: null, text: note });
  return { id: present.id, number: present.number, isJoined: true };
}
