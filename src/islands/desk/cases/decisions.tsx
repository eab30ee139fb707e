import { urls } from '../../../lib/shared/addresses/urls.ts';
import {
  caseLimits,
  deskActions,
  type DeskAction,
  type DecisionJson,
  type PreviewJson,
  type StrikeJson,
  type TemplateJson,
} from '../../../lib/shared/schemas/cases.ts';
import { policies, policyIds, type PolicyId } from '../../../lib/shared/schemas/policies.ts';
import { formatDateTime } from '../../../lib/shared/text/date-time.ts';
import { outcomeNames } from '../../../lib/shared/text/outcome-sentences.ts';
import type { DeskFields } from '../shell/DeskForm.tsx';
import { Blocks } from '../shell/parts.tsx';
import { counted } from '../shell/words.ts';

export function decisionFields(actions: readonly DeskAction[], templates: readonly TemplateJson[] = []) {
  const forPublic = templates.filter(({ use }) => use === 'public');
  return {
    action: {
      label: 'Action',
      none: 'Choose...',
      options: Object.fromEntries(actions.map((action) => [action, deskActions[action]])),
    },
    policy: {
      label: 'Policy',
      none: 'Choose...',
      options: Object.fromEntries(policyIds.map((id) => [id, policies[id].title])),
      hint: ({ policy }) => (policy === '' ? undefined : policies[policy as PolicyId].leadsTo),
    },
    public_reason: {
      label: 'Public reason',
      hint: 'Everyone can read it. Do not name anyone.',
      max: caseLimits.reason,
      rows: 3,
      templates: () => forPublic,
    },
    owner_reason: {
      label: 'Reason for the owner',
      hint: 'Say what to change. Never say who reported it.',
      max: caseLimits.reason,
      rows: 3,
    },
  } satisfies DeskFields;
}

export function MailPreview({ mails }: Pick<PreviewJson, 'mails'>) {
  if (mails.length === 0) return <p>No emails will be sent.</p>;
  return (
    <ul className="desk-mails">
      {mails.map(({ to, subject, text }) => (
        <li key={to + subject}>
          <p className="small">
            <b>To:</b> {to}
          </p>
          <p className="small">
            <b>Subject:</b> {subject}
          </p>
          <pre tabIndex={0} aria-label={`Text of the email to ${to}`}>
            {text}
          </pre>
        </li>
      ))}
    </ul>
  );
}

const sourceWords = { staff: 'staff', operator: 'the operator', rule: 'a rule' } as const;

interface RecordProps {
  title: string;
  decisions: readonly DecisionJson[];
  strikes: readonly StrikeJson[];
}

export const DecisionRecord = ({ title, decisions, strikes }: RecordProps) => (
  <>
    <Blocks
      title={title}
      rows={decisions.map(({ number, at, source, by, action, policy, owner_reason: reason, subject }) => ({
        id: number,
        title: `${outcomeNames[action]}: ${subject.name || subject.kind}`,
        text: `${policies[policy].title}. ${reason}`,
        note: (
          <>
            <a href={urls.decision(number)}>{number}</a>, {formatDateTime(at)}, by{' '}
            {by?.name ?? sourceWords[source]}
          </>
        ),
      }))}
    />
    <Blocks
      title={counted(strikes.filter(({ counts }) => counts).length, 'active strike')}
      rows={strikes.map(({ decision_number: number, policy, created_at, expires_at, counts }) => ({
        id: number,
        title: `${policies[policy].title}, ${formatDateTime(created_at)}`,
        note: (
          <>
            {counts ? `Active until ${formatDateTime(expires_at)}` : 'No longer active'},{' '}
            <a href={urls.decision(number)}>{number}</a>
          </>
        ),
      }))}
    />
  </>
);
