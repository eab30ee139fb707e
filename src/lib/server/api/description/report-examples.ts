// Examples of reports, appeals and openness, by the name of their schema.
import type {
  AppealViewJson,
  FollowUpJson,
  OwnerQuestionJson,
  PoliciesJson,
  PublicDecisionJson,
  TransparencyJson,
} from '../../../shared/schemas/moderation/openness.ts';
import type { ReportPendingJson, ReportReceivedJson } from '../../../shared/schemas/moderation/reports.ts';

const site = 'https://apps.example.ng';
const received = '2026-11-21T09:30:00.000Z';
const decided = '2026-11-22T08:15:00.000Z';
const key = 'q3VbZk0hN2w8';
const message = 'It uses the name and the logo of our bank, and asks for card numbers.';
const decisionUrl = `${site}/moderation/20261122-M4XR`;
const publicReason = 'It uses the name of a bank that it does not belong to.';

const outcome: FollowUpJson['outcome'] = {
  action: 'remove',
  reason: publicReason,
  policy: 'impersonation',
  decided_at: decided,
  url: decisionUrl,
};

const reportReceived: ReportReceivedJson = {
  state: 'received',
  number: '20261121-K7Q2',
  url: `${site}/report/20261121-K7Q2?key=${key}`,
};

const reportPending: ReportPendingJson = { state: 'code-mailed', request: 'AZqLFQkZc0q0', expires_in: 1_800 };

const followUp: FollowUpJson = {
  number: '20261121-K7Q2',
  about: { kind: 'app', name: 'Zebra Ledger', url: `${site}/app/zebra-ledger` },
  reason: 'impersonation',
  state: 'decided',
  received_at: received,
  outcome,
};

const ownerQuestion: OwnerQuestionJson = {
  is_waiting: true,
  about: { name: 'Zebra Ledger', url: `${site}/app/zebra-ledger` },
  staff_text: '',
  reports: [{ reason: 'broken-link', message: 'The link to the website shows an error page.', link: '' }],
};

const appeal: AppealViewJson = {
  state: 'open',
  until: '2027-05-25T08:15:00.000Z',
  answer: '',
  outcome: { ...outcome, action: 'remove' },
};

const publicDecision: PublicDecisionJson = {
  number: '20261122-M4XR',
  decided_at: decided,
  source: 'staff',
  action: 'remove',
  policy: 'impersonation',
  policies_version: '2026-11-22',
  reason: publicReason,
  subject: 'app',
  cause: 'report',
  appeal: null,
  url: decisionUrl,
};

const transparency: TransparencyJson = {
  months: [
    {
      month: '2026-11',
      reports: { total: 3, by_reason: { impersonation: 1, spam: 2 } },
      cases: { opened: 2, by_kind: { report: 2 } },
      decisions: {
        total: 1,
        by_policy: { impersonation: 1 },
        by_source: { staff: 1 },
        by_action: { remove: 1 },
      },
      median_hours: 23,
      appeals: { total: 1, open: 1, upheld: 0, reversed: 0 },
    },
  ],
};

const policies: PoliciesJson = {
  version: '2026-11-22',
  policies: [
    {
      id: 'impersonation',
      title: 'Impersonation',
      text: 'A listing must not pretend to be somebody else.',
      leads_to: 'It is held or removed.',
    },
  ],
};

export const reportExamples: Record<string, unknown> = {
  Appeal: appeal,
  ConfirmReport: { request: reportPending.request, code: 'K7M4QX2P' },
  NewAppeal: { message: 'We are the company behind this name. Our registration number is RC 123456.' },
  NewReport: {
    about: 'app:zebra-ledger',
    reason: 'impersonation',
    message,
    name: 'Ada Obi',
    email: 'ada@example.com',
  },
  OwnerAnswer: { answer: 'mended' },
  OwnerQuestion: ownerQuestion,
  Policies: policies,
  PublicDecision: publicDecision,
  ReportFollowUp: followUp,
  ReportPending: reportPending,
  ReportReceived: reportReceived,
  Transparency: transparency,
};
