import { useEffect, useState, type ReactNode } from 'react';
import { profilesApi } from '../../lib/client/profiles-api.ts';
import { messages } from '../../lib/shared/messages.ts';
import type { OwnUserJson } from '../../lib/shared/users.ts';

interface Props {
  children: (user: OwnUserJson) => ReactNode;
}

/** Fetches the profile of whoever is logged in, then shows the form for it. */
export function WithProfile({ children }: Props) {
  const [state, setState] = useState<'loading' | 'failed' | OwnUserJson>('loading');
  useEffect(() => {
    if (state !== 'loading') return;
    let isGone = false;
    void profilesApi.me().then((result) => {
      if (!isGone) setState(result.kind === 'ok' ? result.data : 'failed');
    });
    return () => {
      isGone = true;
    };
  }, [state]);
  if (state === 'loading') return <p className="soft">Fetching your profile ...</p>;
  if (state === 'failed')
    return (
      <div className="form-alert error" role="alert">
        <div>
          <p>{messages.errors.connection}</p>
          <button className="text-button" type="button" onClick={() => setState('loading')}>
            {messages.errors.tryAgain}
          </button>
        </div>
      </div>
    );
  return children(state);
}
