// Decisions of the operator's commands, which have their own mails.
import type { DeskAction } from '../../../shared/schemas/moderation/cases.ts';
import type { PolicyId } from '../../../shared/schemas/moderation/policies.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { NoteEvent } from '../../platform/security/audit.ts';
import type { Subject } from '../cases/find-subject.ts';
import type { OperatorContext } from '../context.ts';
import { applyDecision, type Ruling } from './apply-decision.ts';

interface Command {
  subject: Subject;
  action: DeskAction;
  policy: PolicyId;
  reason: string;
}

export async function decideByCommand(
  context: OperatorContext,
  trx: WriteDb,
  note: NoteEvent,
  { subject, action, policy, reason }: Command,
): Promise<Ruling> {
  // Commands write their own mails, so that no link is needed.
  const { clock, contactEmail, db, reindex } = context;
  const noPath = () => null;
  const linkless = { contactEmail, db, reindex, siteUrl: '', appealPath: noPath, questionPath: noPath };
  return await applyDecision(linkless, trx, note, {
    subject,
    action,
    policy,
    publicReason: reason,
    ownerReason: reason,
    message: '',
    facts: [],
    by: { source: 'operator', actorId: null },
    caseOf: null,
    bulkId: null,
    isSilent: true,
    now: clock(),
  });
}
