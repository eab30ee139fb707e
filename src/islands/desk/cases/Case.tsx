import { useEffect } from 'react';
import { postDesk } from '../../../lib/client/api/desk-api.ts';
import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import {
  caseKinds,
  caseLimits,
  removableFacts,
  type CaseJson,
  type PreviewJson,
  type SubjectKind,
  type TemplateJson,
} from '../../../lib/shared/schemas/cases.ts';
import type { StaffJson } from '../../../lib/shared/schemas/desk.ts';
import { DeskForm } from '../shell/DeskForm.tsx';
import { ActionButton, ActionStatus, useAction } from '../shell/actions.tsx';
import { focusOn, leaveFor, useShortcuts } from '../shell/keys.ts';
import { TouchLink, useLoaded } from '../shell/parts.tsx';
import { counted, dueWords, reasonWords } from '../shell/words.ts';
import { CaseFacts } from './CaseFacts.tsx';
import { decisionFields, MailPreview } from './decisions.tsx';

export function Case({ of: found, me }: { of: CaseJson; me: StaffJson }) {
  const { number, version, kind, state, allowed_actions: allowed, assigned_to: assigned } = found;
  const templates = useLoaded<{ results: TemplateJson[] }>('templates/').data?.results ?? [];
  const action = useAction();
  const isDecided = state === 'decided';
  const isMine = assigned?.id === me.id;
  const assign = (what: 'claim' | 'release', says: string) => ({
    send: () => postDesk(`cases/${number}/${what}/`, { version }),
    says,
  });
  const claim = assign('claim', 'Assigned to you');
  const release = assign('release', 'Unassigned');
  useShortcuts([
    { key: 'c', label: 'Assign the case to me', run: () => !isDecided && !isMine && void action.run(claim) },
    { key: 'r', label: 'Unassign the case', run: () => isMine && void action.run(release) },
    { key: 'n', label: 'Write a note', run: () => focusOn('[name=text]') },
    { key: 'd', label: 'Decide', run: () => focusOn('[name=action]') },
    { key: 'q', label: 'Back to the queue', run: () => leaveFor(deskUrls.part('queue')) },
  ]);
  return (
    <>
      <div className="desk-case-head">
        <p>
          <b>
            {kindOf(found)}: {reasonWords[found.reason]}
          </b>{' '}
          <span className={found.is_overdue ? 'tag overdue' : 'tag'}>{dueWords(found)}</span>
        </p>
        {!isDecided && (
          <>
            <p className="soft">
              {assigned ? `Assigned to ${isMine ? 'you' : assigned.name}` : 'Unassigned'}
            </p>
            <div className="cluster">
              <ActionButton
                action={action}
                className={isMine ? 'button quiet' : 'button'}
                {...(isMine ? release : claim)}
              >
                {isMine ? 'Unassign' : 'Assign to me'}
              </ActionButton>
              <a className="button quiet narrow-only" href="#decide">
                Decide
              </a>
            </div>
            <details className="desk-more">
              <summary>Assign to someone else</summary>
              <DeskForm
                path={`cases/${number}/hand-over/`}
                fields={{ to: { label: 'Email of a staff member', kind: 'email' } }}
                input={(values) => ({ ...values, version })}
                action="Assign"
                says="Assigned"
              />
            </details>
          </>
        )}
      </div>
      <ActionStatus action={action} />
      <div className="columns desk-columns">
        <div>
          <CaseFacts of={found} />
        </div>
        <div>
          <section className="sheet" aria-labelledby="decide">
            <h2 id="decide" tabIndex={-1}>
              {kind === 'appeal' ? 'Decide on the appeal' : 'Decide'}
            </h2>
            <p role="status">{isDecided && 'This case has been decided.'}</p>
            {isDecided && <TouchLink href={deskUrls.part('queue')}>Back to the queue</TouchLink>}
            {!isDecided &&
              (allowed.length === 0 ? (
                <p>Someone else has to decide: this case is about you or one of your decisions.</p>
              ) : (
                <DecisionForm of={found} templates={templates} />
              ))}
          </section>
          <DeskForm
            path={`cases/${number}/notes/`}
            title="Staff note"
            fields={{
              text: { label: 'Note', hint: 'Only staff can read it.', max: caseLimits.note, rows: 3 },
            }}
            action="Save note"
            says="Note saved"
          />
          {!isDecided && <MessageForm of={found} templates={templates} />}
        </div>
      </div>
    </>
  );
}

/** The queue does not tell a hold from a claim, but the case does. */
function kindOf({ kind, claims }: CaseJson): string {
  if (kind !== 'hold') return caseKinds[kind];
  return claims.length > 0 ? 'Claim' : 'Hold';
}

const { about, portrait, social_links, ...factsOfApps } = removableFacts;

/** Facts that a subject of this kind can have. */
const factsOf: Record<SubjectKind, Partial<typeof removableFacts>> = {
  app: factsOfApps,
  release: factsOfApps,
  screenshot: { screenshot: removableFacts.screenshot },
  profile: { about, portrait, social_links },
};

/** Where the button with the focus has gone, also where the case stays open because the owner is asked. */
const focusOnDecision = (): void => focusOn('#decide');

interface Props {
  of: CaseJson;
  templates: readonly TemplateJson[];
}

function DecisionForm({ of, templates }: Props) {
  const { number, version, subject, allowed_actions: actions, claims } = of;
  // The form goes once somebody has decided.
  useEffect(() => focusOnDecision, []);
  const forOwner = templates.filter(({ use }) => use === 'owner');
  return (
    <DeskForm
      path={`cases/${number}/decisions/`}
      fields={{
        ...decisionFields(actions, templates),
        facts: {
          label: 'Facts to remove',
          kind: 'choices',
          options: factsOf[subject.kind],
          showIf: ({ action: chosen }) => chosen === 'remove-facts',
        },
        restriction: {
          label: 'Restrict',
          kind: 'choices',
          options: { publish: 'Publishing', report: 'Reporting', contact: 'Contacting others' },
          initial: ['publish'],
          showIf: ({ action: chosen }) => chosen === 'restrict',
        },
        days: {
          label: 'Number of days',
          kind: 'number',
          initial: '30',
          showIf: ({ action: chosen }) => chosen === 'restrict',
        },
        claimant: {
          label: 'New owner',
          hint: 'The address, pictures, releases and followers stay. Both accounts get an email.',
          none: 'Choose...',
          options: Object.fromEntries(
            claims.map(({ account, name }) => [account.id, `${account.name}, owner of ${name}`]),
          ),
          showIf: ({ action: chosen }) => chosen === 'transfer',
        },
        message: {
          label: 'Message to the owner (optional)',
          hint: 'In Markdown.',
          max: caseLimits.message,
          rows: 4,
          templates: () => forOwner,
        },
      }}
      input={({ restriction, days, ...values }) => ({
        ...values,
        version,
        ...(restriction !== undefined && { restriction: { actions: restriction, days } }),
      })}
      action="Preview"
      preview={{
        ask: (input) => postDesk<PreviewJson>(`cases/${number}/decisions/preview/`, input),
        show: (preview) => (
          <>
            <p>{sentenceOf(preview)}</p>
            <MailPreview mails={preview.mails} />
          </>
        ),
        confirm: () => 'Decide and send',
        isHarmless: ({ action }) => action === 'none',
        done: focusOnDecision,
      }}
      says="Decision sent"
    />
  );
}

function sentenceOf({
  state_before: before,
  state_after: after,
  listings,
  gives_strike,
}: PreviewJson): string {
  const state = before === after ? `Stays ${after}.` : `Changes from ${before} to ${after}.`;
  const hidden = listings > 0 ? ` ${counted(listings, 'listing')} will be hidden from lists.` : '';
  return state + hidden + (gives_strike ? ' The account gets a strike.' : '');
}

/** A message to the owner, or to those who reported. Neither learns of the other. */
function MessageForm({ of: { number, owner, report_list: reports }, templates }: Props) {
  const parties = {
    ...(owner && { owner: `The owner, ${owner.name}` }),
    ...(reports.length > 0 && { reporters: 'Reporters' }),
  };
  if (Object.keys(parties).length === 0) return null;
  return (
    <DeskForm
      path={`cases/${number}/messages/`}
      title="Message"
      fields={{
        to: { label: 'To', options: parties },
        text: {
          label: 'Message',
          hint: 'In Markdown.',
          max: caseLimits.message,
          rows: 5,
          templates: ({ to }) => templates.filter(({ use }) => use === to),
        },
      }}
      action="Send message"
      says="Message sent"
    />
  );
}
