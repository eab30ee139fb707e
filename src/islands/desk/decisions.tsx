// What staff decide: the fields of a decision and what came of it, of one case and of many listings at once.
import { useEffect, useRef, useState } from 'react';
import type { Paged } from '../../lib/client/api/api.ts';
import { getDesk, noteChange, postDesk } from '../../lib/client/api/desk-api.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import {
  bulkActions,
  bulkStates,
  caseLimits,
  deskActions,
  undoDays,
  type BulkJson,
  type BulkPreviewJson,
  type CaseJson,
  type DeskAction,
  type PreviewJson,
  type TemplateJson,
} from '../../lib/shared/schemas/cases.ts';
import { policies, policyIds, type PolicyId } from '../../lib/shared/schemas/policies.ts';
import { formatDateTime } from '../../lib/shared/text/date-time.ts';
import { outcomeNames } from '../../lib/shared/text/outcome-sentences.ts';
import { TextButton } from '../ui/Button.tsx';
import { focusAtOnce } from '../ui/use-hydrated.ts';
import { ActionButton } from './shell/actions.tsx';
import { DeskForm, type DeskFields } from './shell/DeskForm.tsx';
import { Blocks, Note, Section, useLoaded, WithLoaded } from './shell/parts.tsx';
import { counted } from './shell/words.ts';

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

type RecordProps = Pick<CaseJson, 'decisions' | 'strikes'> & { title: string };

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

interface PanelProps {
  /** A selection of listings, or everything of an account. */
  target: { listings: readonly string[]; account?: never } | { account: string };
  /** What it is called in the title. */
  about: string;
  onClose: () => void;
}

export function BulkPanel({ target, about, onClose }: PanelProps) {
  const [begun, setBegun] = useState<BulkJson | null>(null);
  useEffect(
    () => () => {
      // The panel has taken the place of the button that opened it, which is there again now.
      const opener = document.querySelector<HTMLElement>('[data-opens-bulk]');
      (opener ?? document.querySelector('main'))?.focus();
    },
    [],
  );
  const { account } = target;
  const title = `Decide on ${about}`;
  return (
    <section className="sheet desk-bulk" aria-label={title}>
      <div className="section-head">
        {/* Anew when the form and its button have gone. */}
        <h2 key={String(begun === null)} ref={focusAtOnce} tabIndex={-1}>
          {title}
        </h2>
        <TextButton onClick={onClose}>Close</TextButton>
      </div>
      {begun ? (
        <BulkProgress bulk={begun} />
      ) : (
        <DeskForm
          path="bulk/"
          name={`bulk:${account ?? ''}`}
          fields={decisionFields(bulkActions.filter((one) => account !== undefined || one !== 'suspend'))}
          input={(values) => ({ ...values, ...target })}
          action="Preview"
          preview={{
            ask: (input) => postDesk<BulkPreviewJson>('bulk/preview/', input),
            show: (preview, { action }) => (
              <>
                <p>
                  {sentenceOf(action, preview)} It can be undone for {undoDays} days.
                </p>
                <MailPreview mails={preview.mails} />
              </>
            ),
            confirm: ({ listings }, { action }) =>
              action === 'suspend' ? 'Suspend the account' : `Apply to ${counted(listings, 'listing')}`,
            done: setBegun,
          }}
        />
      )}
    </section>
  );
}

function sentenceOf(action: unknown, { listings, owners, skipped }: BulkPreviewJson): string {
  const many = counted(listings, 'listing');
  if (action === 'suspend')
    return `The account will be suspended and its sessions ended. ${many} will be hidden from lists.`;
  const left = skipped > 0 ? ` ${counted(skipped, 'listing')} will stay as they are.` : '';
  return `${many} of ${counted(owners, 'account')} will change.${left}`;
}

/** The server works in steps of a few dozen listings. */
const pollMs = 1_000;

/** One action on many listings: how far it is, and how to undo it. @param given as the page knows it */
function BulkProgress({ bulk: given }: { bulk: BulkJson }) {
  const [bulk, setBulk] = useState(given);
  useEffect(() => setBulk(given), [given]);
  const status = useRef<HTMLParagraphElement>(null);
  const { number, state, total, done, skipped, undo_until: undoUntil } = bulk;
  const isWorking = state === 'running' || state === 'undoing';
  useEffect(() => {
    if (!isWorking) return;
    // A request that failed is sent again.
    const ask = () => getDesk<BulkJson>(`bulk/${number}/`).then((of) => of.kind === 'ok' && setBulk(of.data));
    const timer = setInterval(() => void ask(), pollMs);
    return () => {
      clearInterval(timer);
      noteChange();
    };
  }, [number, isWorking]);
  const left =
    bulk.action === 'suspend' ? ' It was reopened already.' : ` ${counted(skipped, 'listing')} unchanged.`;
  return (
    <div className="desk-progress">
      <p>
        <b>{deskActions[bulk.action]}</b>
        {bulk.account && `, all of ${bulk.account.name}`}
        {bulk.action !== 'suspend' && `: ${counted(total, 'listing')}`}
      </p>
      <Note>
        {number}, {formatDateTime(bulk.created_at)}
        {bulk.by && `, by ${bulk.by.name}`}
      </Note>
      {isWorking && <progress max={Math.max(1, total)} value={done} aria-label={bulkStates[state]} />}
      <p role="status" tabIndex={-1} ref={status}>
        {bulkStates[state]}
        {isWorking && `: ${String(done)} of ${String(total)}`}.{skipped > 0 && left}
      </p>
      {state === 'done' && undoUntil !== null && Date.parse(undoUntil) > Date.now() && (
        <ActionButton
          send={() => postDesk<BulkJson>(`bulk/${number}/undo/`)}
          done={(undoing) => {
            // The state above says how far it is, and the button goes.
            status.current?.focus();
            setBulk(undoing);
          }}
        >
          Undo
        </ActionButton>
      )}
    </div>
  );
}

export function RecentBulk() {
  const list = useLoaded<Paged<BulkJson>>('bulk/');
  if (list.data?.results.length === 0) return null;
  return (
    <Section title="Bulk actions" className="section">
      <WithLoaded of={list}>
        {({ results }) => (
          <ul className="desk-list">
            {results.map((bulk) => (
              <li key={bulk.number} className="desk-block">
                <BulkProgress bulk={bulk} />
              </li>
            ))}
          </ul>
        )}
      </WithLoaded>
    </Section>
  );
}
