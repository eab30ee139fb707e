import type { CaseEventName, CaseJson } from '../../../lib/shared/schemas/cases.ts';
import { DecisionList } from '../decisions/DecisionList.tsx';
import { StrikeList } from '../decisions/StrikeList.tsx';
import { momentOf } from './words.ts';

const eventWords: Record<CaseEventName, string> = {
  opened: 'Opened',
  joined: 'A report joined',
  claimed: 'Taken',
  released: 'Released',
  'handed-over': 'Handed over',
  noted: 'Note',
  messaged: 'Message',
  'asked-owner': 'Asked the owner',
  returned: 'Returned',
  decided: 'Decided',
};

/** What has happened so far: in this case, to the subject and the account. */
export function CaseRecord({ case: open }: { case: CaseJson }) {
  return (
    <>
      <section aria-labelledby="case-events">
        <h2 id="case-events">This case</h2>
        <ol className="desk-list">
          {open.events.map(({ id, at, event, by, text }) => (
            <li key={id} className="desk-block">
              <p>
                <b>{eventWords[event]}</b>
                {by && ` by ${by.name}`}
              </p>
              {text !== '' && <p className="desk-text">{text}</p>}
              <p className="soft small">{momentOf(at)}</p>
            </li>
          ))}
        </ol>
      </section>
      <DecisionList title="Earlier decisions" decisions={open.decisions} />
      <StrikeList strikes={open.strikes} />
      {open.history.length > 0 && (
        <details className="desk-more">
          <summary>Audit trail of the account ({open.history.length})</summary>
          <ul>
            {open.history.map(({ at, event }) => (
              <li key={at + event} className="small">
                {momentOf(at)}: {event}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
