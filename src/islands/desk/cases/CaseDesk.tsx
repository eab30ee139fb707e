import { useRef, useState } from 'react';
import { casesApi, templatesApi } from '../../../lib/client/api/desk/cases-api.ts';
import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import type { CaseJson } from '../../../lib/shared/schemas/cases.ts';
import type { StaffJson } from '../../../lib/shared/schemas/desk.ts';
import { DeskPage } from '../shell/DeskPage.tsx';
import { lastSegment } from '../shell/last-segment.ts';
import { Said } from '../loading/Said.tsx';
import { useAction } from '../loading/use-action.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import { WithLoaded } from '../loading/WithLoaded.tsx';
import { CaseClaims } from './CaseClaims.tsx';
import { CaseHead } from './CaseHead.tsx';
import { CaseOwner } from './CaseOwner.tsx';
import { CaseRecord } from './CaseRecord.tsx';
import { CaseReports } from './CaseReports.tsx';
import { CaseSubject } from './CaseSubject.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import { MessageForm } from './MessageForm.tsx';
import { NoteForm } from './NoteForm.tsx';

export default function CaseDesk() {
  const [number] = useState(lastSegment);
  return (
    <DeskPage part="queue" title={`Case ${number}`}>
      {(me) => <Fetched number={number} me={me} />}
    </DeskPage>
  );
}

function Fetched({ number, me }: { number: string; me: StaffJson }) {
  const loaded = useLoaded(number, () => casesApi.find(number));
  return (
    <WithLoaded loaded={loaded} waiting="Fetching the case ...">
      {(open) => <Case case={open} me={me} onChange={loaded.reload} />}
    </WithLoaded>
  );
}

interface Props {
  case: CaseJson;
  me: StaffJson;
  onChange: () => void;
}

function Case({ case: open, me, onChange }: Props) {
  const { number, version, kind, state, note, appeal, allowed_actions, assigned_to } = open;
  const templates = useLoaded('templates', templatesApi.list);
  const action = useAction();
  const isDecided = state === 'decided';
  const isMine = assigned_to?.id === me.id;
  const decision = useRef<HTMLHeadingElement>(null);
  const finish = (): void => {
    // The button with the focus goes, also where the case stays open because the owner is asked.
    decision.current?.focus();
    onChange();
  };
  const claim = (): void =>
    void action.run(() => casesApi.claim(number, { version }), {
      says: 'Taken.',
      done: onChange,
      onConflict: onChange,
    });
  const release = (): void =>
    void action.run(() => casesApi.release(number, { version }), {
      says: 'Released.',
      done: onChange,
      onConflict: onChange,
    });
  const focus = (id: string) => (): void => document.getElementById(id)?.focus();
  useShortcuts([
    { key: 'c', label: 'Take the case', run: () => !isDecided && !isMine && claim() },
    { key: 'r', label: 'Release the case', run: () => isMine && release() },
    { key: 'n', label: 'Write a note', run: focus('staff-note') },
    { key: 'd', label: 'Decide', run: focus('decide-action') },
    { key: 'q', label: 'Back to the queue', run: () => location.assign(deskUrls.queue()) },
  ]);
  return (
    <>
      <CaseHead
        case={open}
        isMine={isMine}
        onClaim={claim}
        onRelease={release}
        onChange={onChange}
        isBusy={action.isRunning}
      />
      <Said action={action} />
      <div className="desk-columns">
        <div className="desk-column">
          {note !== '' && <p className="desk-note desk-text">{note}</p>}
          {appeal && (
            <section className="sheet" aria-labelledby="case-appeal">
              <h2 id="case-appeal">Appeal by the {appeal.party}</h2>
              <p className="desk-text">{appeal.text}</p>
              <p className="soft small">
                Against <a href={urls.decision(appeal.decision_number)}>{appeal.decision_number}</a>
              </p>
            </section>
          )}
          <CaseClaims claims={open.claims} />
          <CaseSubject subject={open.subject} />
          <CaseReports reports={open.report_list} />
          <CaseOwner case={open} />
          <CaseRecord case={open} />
        </div>
        <div className="desk-column">
          <section className="sheet" aria-labelledby="case-decision">
            <h2 id="case-decision" ref={decision} tabIndex={-1}>
              {kind === 'appeal' ? 'Decide on the appeal' : 'Decide'}
            </h2>
            <p role="status">{isDecided && 'This case has been decided.'}</p>
            {isDecided && (
              <a className="touch-link" href={deskUrls.queue()}>
                Back to the queue
              </a>
            )}
            {!isDecided && allowed_actions.length === 0 && (
              <p>Somebody else has to decide: this is about you, or about a decision of yours.</p>
            )}
            {!isDecided && allowed_actions.length > 0 && (
              <DecisionForm
                case={open}
                templates={templates.data?.results ?? []}
                onDecided={finish}
                onConflict={finish}
              />
            )}
          </section>
          <section className="sheet" aria-labelledby="case-note">
            <h2 id="case-note">Note for staff</h2>
            <NoteForm number={number} onChange={onChange} />
          </section>
          {!isDecided && (
            <section className="sheet" aria-labelledby="case-message">
              <h2 id="case-message">Write to them</h2>
              <MessageForm case={open} templates={templates.data?.results ?? []} onChange={onChange} />
            </section>
          )}
        </div>
      </div>
    </>
  );
}
