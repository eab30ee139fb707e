import {
  type CaseKind,
  type DeskAction,
  type SubjectKind,
  type DecisionSource,
  caseNumber,
} from '../../../shared/schemas/cases.ts';
import type { PolicyId } from '../../../shared/schemas/policies.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import type { Reader } from '../../platform/reads/reader.ts';
import { findDecisionByNumber } from '../decisions/decision-queries.ts';
import { findAppealsAgainst, findCase } from './decision-queries.ts';

/** A decision without names, texts of people and ids. */
export interface ShownDecision {
  number: string;
  at: number;
  source: DecisionSource;
  action: DeskAction;
  policy: PolicyId;
  policiesVersion: string;
  reason: string;
  subject: SubjectKind;
  /** The kind of its case; null for a decision without a case. */
  cause: CaseKind | null;
  appeal: 'open' | 'upheld' | 'reversed' | null;
}

/** @returns null when there is no such decision */
export async function showDecision({ read, reads }: Reader, number: string): Promise<ShownDecision | null> {
  reads.note(dataKey.moderation);
  const row = caseNumber.test(number) ? await findDecisionByNumber(read, number) : undefined;
  if (!row) return null;
  const [appeals, ofCase] = await Promise.all([
    findAppealsAgainst(read, row.id),
    row.case_id === null ? undefined : findCase(read, row.case_id),
  ]);
  const outcomes = appeals.map(({ outcome }) => outcome ?? 'open');
  return {
    number: row.number,
    at: row.at,
    source: row.source,
    action: row.action,
    policy: row.policy,
    policiesVersion: row.policies_version,
    reason: row.public_reason,
    subject: row.subject_kind,
    cause: ofCase?.kind ?? null,
    appeal: (['reversed', 'open', 'upheld'] as const).find((outcome) => outcomes.includes(outcome)) ?? null,
  };
}
