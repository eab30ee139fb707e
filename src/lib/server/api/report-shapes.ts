// JSON of reports, appeals and openness.
import { toIso } from '../../shared/text/dates/dates.ts';
import { urls } from '../../shared/addresses/urls.ts';
import type {
  AppealViewJson,
  FollowUpJson,
  OwnerQuestionJson,
  PublicDecisionJson,
  TransparencyJson,
} from '../../shared/schemas/moderation/openness.ts';
import type { ReportReceivedJson } from '../../shared/schemas/moderation/reports.ts';
import type { Reports } from '../moderation/index.ts';
import type { Services } from '../services.ts';

type Followed = Awaited<ReturnType<Reports['followReport']>>;
type Viewed = Awaited<ReturnType<Reports['viewAppeal']>>;
type Asked = Awaited<ReturnType<Reports['viewQuestion']>>;
type Shown = NonNullable<Awaited<ReturnType<Services['openness']['showDecision']>>>;
type Month = Awaited<ReturnType<Services['openness']['readTransparency']>>[number];
type Outcome = NonNullable<Followed['outcome']>;

export function createReportShapes(siteUrl: string) {
  const outcome = ({ action, at, number, policy, public_reason: reason }: Outcome) => ({
    action,
    reason,
    policy,
    decided_at: toIso(at),
    url: siteUrl + urls.decision(number),
  });
  return {
    received: ({ key, number }: { key: string; number: string }): ReportReceivedJson => ({
      state: 'received',
      number,
      url: siteUrl + urls.followReport(number, key),
    }),
    followUp: ({ about, outcome: decided, receivedAt, ...report }: Followed): FollowUpJson => ({
      ...report,
      about: { kind: about.kind, name: about.name, url: about.path === null ? null : siteUrl + about.path },
      received_at: toIso(receivedAt),
      outcome: decided && outcome(decided),
    }),
    question: ({ isWaiting, name, path, staffText, texts }: Asked): OwnerQuestionJson => ({
      is_waiting: isWaiting,
      about: { name, url: siteUrl + path },
      staff_text: staffText,
      reports: texts,
    }),
    appeal: ({ answer, decision, state, until }: Viewed): AppealViewJson => ({
      state,
      until: toIso(until),
      answer,
      outcome: outcome(decision),
    }),
    decision: ({ at, number, policiesVersion, ...decision }: Shown): PublicDecisionJson => ({
      ...decision,
      number,
      decided_at: toIso(at),
      policies_version: policiesVersion,
      url: siteUrl + urls.decision(number),
    }),
    transparency: (months: readonly Month[]): TransparencyJson => ({
      months: months.map(({ appeals, cases, decisions, medianHours, month, reports }) => ({
        month,
        reports: { total: reports.total, by_reason: reports.byReason },
        cases: { opened: cases.opened, by_kind: cases.byKind },
        decisions: {
          total: decisions.total,
          by_policy: decisions.byPolicy,
          by_source: decisions.bySource,
          by_action: decisions.byAction,
        },
        median_hours: medianHours,
        appeals,
      })),
    }),
  };
}
