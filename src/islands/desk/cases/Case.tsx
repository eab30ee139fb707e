import { casesApi, templatesApi } from '../../../lib/client/api/desk-api.ts';
import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import type { CaseJson } from '../../../lib/shared/schemas/cases.ts';
import type { StaffJson } from '../../../lib/shared/schemas/desk.ts';
import { ActionButton, Said, useAction } from '../shell/actions.tsx';
import { DeskForm } from '../shell/DeskForm.tsx';
import { focusOn, leaveFor, useShortcuts } from '../shell/keys.ts';
import { useLoaded } from '../shell/loading.tsx';
import { dueWords, kindWords, reasonWords } from '../shell/words.ts';
import { CaseFacts } from './CaseFacts.tsx';
import { DecisionForm, MessageForm, NoteForm } from './CaseForms.tsx';

interface Props {
  of: CaseJson;
  me: StaffJson;
}

/** A case: what is known about it, and the forms that decide it. */
export function Case({ of: found, me }: Props) {
  const { number, version, kind, state, allowed_actions: allowed, assigned_to: assigned } = found;
  const templates = useLoaded('templates', templatesApi.list).data?.results ?? [];
  const action = useAction();
  const isDecided = state === 'decided';
  const isMine = assigned?.id === me.id;
  const assign = (what: 'claim' | 'release', says: string) => ({
    send: () => casesApi.act(number, what, { version }),
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
          <span className={found.is_overdue ? 'desk-mark overdue' : 'desk-mark'}>{dueWords(found)}</span>
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
              <a className="button quiet desk-jump" href="#decide">
                Decide
              </a>
            </div>
            <details className="desk-more">
              <summary>Assign to someone else</summary>
              <DeskForm
                name={`assign:${number}`}
                fields={{ to: { label: 'Email of a staff member', kind: 'email' } }}
                input={(values) => ({ ...values, version })}
                send={(input) => casesApi.act(number, 'hand-over', input)}
                action="Assign"
                says="Assigned"
              />
            </details>
          </>
        )}
      </div>
      <Said action={action} />
      <div className="desk-columns">
        <div className="desk-column">
          <CaseFacts of={found} />
        </div>
        <div className="desk-column">
          <section className="sheet" aria-labelledby="decide">
            <h2 id="decide" tabIndex={-1}>
              {kind === 'appeal' ? 'Decide on the appeal' : 'Decide'}
            </h2>
            <p role="status">{isDecided && 'This case has been decided.'}</p>
            {isDecided && (
              <a className="touch-link" href={deskUrls.part('queue')}>
                Back to the queue
              </a>
            )}
            {!isDecided &&
              (allowed.length === 0 ? (
                <p>Someone else has to decide: this case is about you or one of your decisions.</p>
              ) : (
                <DecisionForm of={found} templates={templates} />
              ))}
          </section>
          <NoteForm of={found} />
          {!isDecided && <MessageForm of={found} templates={templates} />}
        </div>
      </div>
    </>
  );
}

/** The queue does not tell a hold from a claim, but the case does. */
function kindOf({ kind, claims }: CaseJson): string {
  if (kind !== 'hold') return kindWords[kind];
  return claims.length > 0 ? 'Claim' : 'Hold';
}
