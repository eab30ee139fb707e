import type { WriteDb } from '../../platform/db/database.ts';
import type { CaseTable } from '../../platform/db/schema.ts';
import type { NoteEvent } from '../../platform/security/audit.ts';
import { newId } from '../../platform/ids.ts';
import type { NewRuling, Ruling } from './apply-decision.ts';
import { freeNumber, insertDecision } from './decision-writes.ts';

/** Closes a case whose subject was deleted: nobody is told, and nothing changes. */
export async function decideWithoutSubject(
  trx: WriteDb,
  note: NoteEvent,
  row: CaseTable,
  ruling: Pick<NewRuling, 'action' | 'as' | 'by' | 'now' | 'ownerReason' | 'policy' | 'publicReason'>,
): Promise<Ruling> {
  const decision = await insertDecision(trx, {
    id: ruling.as?.id ?? newId(),
    number: ruling.as?.number ?? (await freeNumber(trx, ruling.now)),
    case_id: row.id,
    bulk_id: null,
    reverses_id: null,
    at: ruling.now,
    source: ruling.by.source,
    actor_id: ruling.by.actorId,
    action: ruling.action,
    policy: ruling.policy,
    public_reason: ruling.publicReason,
    owner_reason: ruling.ownerReason,
    subject_kind: row.subject_kind,
    subject_id: row.subject_kind === 'profile' ? null : row.subject_id,
    subject_name: row.subject_name,
    owner_id: null,
    state_before: 'gone',
    state_after: 'gone',
  });
  await note('moderation.no-action', null);
  return { decision, mails: [] };
}
