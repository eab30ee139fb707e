import { useEffect } from 'react';
import { postDesk } from '../../lib/client/api/desk-api.ts';
import { deskUrls } from '../../lib/shared/addresses/desk-urls.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import {
  caseEvents,
  caseKinds,
  caseLimits,
  removableFacts,
  type CaseJson,
  type PreviewJson,
  type SubjectKind,
  type TemplateJson,
} from '../../lib/shared/schemas/cases.ts';
import type { StaffJson } from '../../lib/shared/schemas/desk.ts';
import { formatDateTime } from '../../lib/shared/text/date-time.ts';
import { proofWays } from '../../lib/shared/text/proof-texts.ts';
import { withinSentence } from '../../lib/shared/text/text.ts';
import { GuardedPicture } from '../pictures/GuardedPicture.tsx';
import { Facts } from '../ui/fetched.tsx';
import { DecisionRecord, decisionFields, MailPreview } from './decisions.tsx';
import { ActionButton, ActionStatus, useAction } from './shell/actions.tsx';
import { DeskForm } from './shell/DeskForm.tsx';
import { focusOn, leaveFor, useShortcuts } from './shell/keys.ts';
import { Blocks, Note, Section, TouchLink, useLoaded } from './shell/parts.tsx';
import { counted, dueWords, reasonWords } from './shell/words.ts';

export function Case({ of: found, me }: { of: CaseJson; me: StaffJson }) {
  const { number, version, kind, state, allowed_actions: allowed, assigned_to: assigned } = found;
  const templates = useLoaded<{ results: TemplateJson[] }>('templates/').data?.results ?? [];
  const action = useAction();
  const isDecided = state === 'decided';
  const isMine = assigned?.id === me.id;
  // The queue does not tell a hold from a claim, but the case does.
  const kindWord = kind !== 'hold' ? caseKinds[kind] : found.claims.length > 0 ? 'Claim' : 'Hold';
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
            {kindWord}: {reasonWords[found.reason]}
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
            {isDecided ? (
              <TouchLink href={deskUrls.part('queue')}>Back to the queue</TouchLink>
            ) : allowed.length === 0 ? (
              <p>Someone else has to decide: this case is about you or one of your decisions.</p>
            ) : (
              <DecisionForm of={found} templates={templates} />
            )}
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
        show: ({ state_before: before, state_after: after, listings, gives_strike: givesStrike, mails }) => (
          <>
            <p>
              {before === after ? `Stays ${after}.` : `Changes from ${before} to ${after}.`}
              {listings > 0 && ` ${counted(listings, 'listing')} will be hidden from lists.`}
              {givesStrike && ' The account gets a strike.'}
            </p>
            <MailPreview mails={mails} />
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

function CaseFacts({ of }: { of: CaseJson }) {
  const { note, appeal, claims, report_list: reports, events, history } = of;
  return (
    <>
      {note !== '' && <p className="desk-note desk-text">{note}</p>}
      {appeal && (
        <Section title={`Appeal by the ${appeal.party}`} className="sheet">
          <p className="desk-text">{appeal.text}</p>
          <Note>
            Against <a href={urls.decision(appeal.decision_number)}>{appeal.decision_number}</a>
          </Note>
        </Section>
      )}
      {/* Who else has proved to control what the listing links to. */}
      <Blocks title="Claimed by" className="sheet" rows={claims.map(blockOfClaim)} />
      <Subject of={of.subject} />
      <Blocks title={counted(reports.length, 'report')} rows={reports.map(blockOfReport)} />
      <Owner of={of} />
      <Blocks
        title="Timeline"
        rows={events.map(({ id, at, event, by, text }) => ({
          id,
          title: by ? `${caseEvents[event]} by ${by.name}` : caseEvents[event],
          text,
          note: formatDateTime(at),
        }))}
      />
      <DecisionRecord title="Earlier decisions" decisions={of.decisions} strikes={of.strikes} />
      {history.length > 0 && (
        <details className="desk-more">
          <summary>Audit trail of the account ({history.length})</summary>
          <ul>
            {history.map(({ at, event }) => (
              <li key={at + event} className="small">
                {formatDateTime(at)}: {event}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Subject({ of }: { of: CaseJson['subject'] }) {
  const { kind, name, path, state, exists, image, screenshots, texts, links } = of;
  return (
    <section className="sheet" aria-labelledby="case-subject">
      <div className="cluster desk-subject">
        {image !== null && <GuardedPicture key={image} url={image} size={96} />}
        <div>
          <h2 id="case-subject">{path === null ? name || 'Deleted' : <a href={path}>{name}</a>}</h2>
          <p className="soft">
            {kind}, {exists ? state : 'deleted'}
          </p>
          {kind === 'app' && path !== null && (
            <TouchLink href={deskUrls.proofs(decodeURIComponent(path.split('/').at(-1) ?? ''))}>
              Proofs
            </TouchLink>
          )}
        </div>
      </div>
      {screenshots.length > 0 && (
        <p className="cluster desk-shots">
          {screenshots.map((url, index) => (
            <GuardedPicture
              key={url}
              url={url}
              size={160}
              alt={`Screenshot ${String(index + 1)} of ${name}`}
            />
          ))}
        </p>
      )}
      <Facts
        className="stack desk-facts"
        of={[
          ...texts.map(({ label, text }) => [label, text] as const),
          ...links.map(({ label, url }) => [label, <OutsideLink key={url} url={url} />] as const),
        ]}
      />
    </section>
  );
}

const OutsideLink = ({ url }: { url: string }) => (
  <a href={url} rel="noopener noreferrer nofollow" target="_blank">
    {url}
  </a>
);

const blockOfClaim = ({ account, name, way, ...claim }: CaseJson['claims'][number]) => ({
  id: account.id,
  title: <TouchLink href={deskUrls.account(account.id)}>{account.name}</TouchLink>,
  text: `${account.email}\nVerified control of ${name} (${withinSentence(proofWays[way])}).`,
  note: [
    claim.checked_at === null ? 'Not checked yet' : `Last verified ${formatDateTime(claim.checked_at)}`,
    claim.is_failing && ', failed the last check',
  ],
});

const blockOfReport = ({ number, link, reporter, ...report }: CaseJson['report_list'][number]) => ({
  id: number,
  title: reasonWords[report.reason],
  text: (
    <>
      {report.message} {link !== '' && <OutsideLink url={link} />}
    </>
  ),
  note: (
    <>
      {number}, {formatDateTime(report.created_at)}, by{' '}
      {reporter.id === null ? reporter.name : <a href={deskUrls.account(reporter.id)}>{reporter.name}</a>}
      {reporter.email !== '' && ` (${reporter.email})`}
    </>
  ),
});

function Owner({ of: { owner, other_listings: others, other_listings_count: count } }: { of: CaseJson }) {
  if (!owner) return <p className="soft">The owner's account has been deleted.</p>;
  return (
    <Section
      title={
        <>
          Owner: <a href={deskUrls.account(owner.id)}>{owner.name}</a>
        </>
      }
    >
      <p className="soft">
        {owner.email}
        {owner.is_suspended && ', suspended'}
      </p>
      {others.length > 0 && (
        <details className="desk-more">
          <summary>{counted(count, 'other listing')}</summary>
          <ul>
            {others.map(({ id, name, name_id: nameId, state }) => (
              <li key={id}>
                <a href={urls.app(nameId)}>{name}</a> <span className="soft">{state}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}
