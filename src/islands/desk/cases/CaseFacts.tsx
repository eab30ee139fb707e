import { proofWays } from '../../../lib/shared/text/proof-texts.ts';
import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import {
  caseEvents,
  type CaseJson,
  type ClaimJson,
  type DeskSubjectJson,
} from '../../../lib/shared/schemas/cases.ts';
import { formatDateTime } from '../../../lib/shared/text/date-time.ts';
import { withinSentence } from '../../../lib/shared/text/text.ts';
import { GuardedPicture } from '../../pictures/GuardedPicture.tsx';
import { Facts } from '../../ui/fetched.tsx';
import { Blocks, Note, Section, TouchLink } from '../shell/parts.tsx';
import { counted, reasonWords } from '../shell/words.ts';
import { DecisionRecord } from './decisions.tsx';

export function CaseFacts({ of }: { of: CaseJson }) {
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

function Subject({ of }: { of: DeskSubjectJson }) {
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

const blockOfClaim = ({ account, name, way, checked_at: checkedAt, is_failing: isFailing }: ClaimJson) => ({
  id: account.id,
  title: <TouchLink href={deskUrls.account(account.id)}>{account.name}</TouchLink>,
  text: `${account.email}\nVerified control of ${name} (${withinSentence(proofWays[way])}).`,
  note: [
    checkedAt === null ? 'Not checked yet' : `Last verified ${formatDateTime(checkedAt)}`,
    isFailing && ', failed the last check',
  ],
});

const blockOfReport = ({
  number,
  reason,
  message,
  link,
  created_at,
  reporter,
}: CaseJson['report_list'][number]) => ({
  id: number,
  title: reasonWords[reason],
  text: (
    <>
      {message} {link !== '' && <OutsideLink url={link} />}
    </>
  ),
  note: (
    <>
      {number}, {formatDateTime(created_at)}, by{' '}
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
