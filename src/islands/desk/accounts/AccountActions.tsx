import { useState } from 'react';
import { deskAccountsApi } from '../../../lib/client/api/desk/accounts-api.ts';
import type { DeskAccountDetailJson } from '../../../lib/shared/schemas/desk.ts';
import { counted } from '../cases/words.ts';
import { Said } from '../loading/Said.tsx';
import { useAction } from '../loading/use-action.ts';

interface Props {
  account: DeskAccountDetailJson;
  onChange: () => void;
}

/** What staff may do for the person who owns the account. */
export function AccountActions({ account: { id, state, sessions }, onChange }: Props) {
  const action = useAction();
  // The button stays after its press, with the focus.
  const [canEnd] = useState(sessions > 0);
  return (
    <section className="sheet" aria-labelledby="account-logins">
      <h2 id="account-logins">Logins</h2>
      <p>{sessions === 0 ? 'Nobody is logged in.' : `It is logged in at ${counted(sessions, 'place')}.`}</p>
      <div className="cluster">
        {(canEnd || sessions > 0) && (
          <button
            className="button quiet"
            type="button"
            aria-disabled={action.isRunning || sessions === 0}
            onClick={() =>
              sessions > 0 &&
              void action.run(() => deskAccountsApi.endSessions(id), {
                says: 'All logins were ended.',
                done: onChange,
              })
            }
          >
            End all logins
          </button>
        )}
        {state === 'unverified' && (
          <button
            className="button quiet"
            type="button"
            aria-disabled={action.isRunning}
            onClick={() =>
              void action.run(() => deskAccountsApi.sendVerification(id), {
                says: 'The verification mail is on its way.',
              })
            }
          >
            Send the verification mail again
          </button>
        )}
      </div>
      <Said action={action} />
    </section>
  );
}
