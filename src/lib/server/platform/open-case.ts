import type { CaseKind, SubjectKind } from '../../shared/schemas/cases.ts';
import type { ReportReason } from '../../shared/schemas/policies.ts';
import type { WriteDb } from './db/database.ts';

export interface NewCase {
  kind: CaseKind;
  subject: { kind: SubjectKind; id: string };
  ownerId: string | null;
  reason: ReportReason;
  /** What staff should know, such as the rule that holds a listing; '' for nothing. */
  note: string;
  now: number;
  /** The appealed decision; only with the kind `appeal`. */
  decisionId?: string;
}

export interface OpenedCase {
  id: string;
  number: string;
  /** Whether an open case of the same subject was joined. */
  isJoined: boolean;
}

/**
 * Opens a case in the transaction of its cause, or joins the open case of the same subject. The slices that need it
 * come before the moderation slice, so the composition root passes the function to them.
 */
export type OpenCase = (trx: WriteDb, opened: NewCase) => Promise<OpenedCase>;
