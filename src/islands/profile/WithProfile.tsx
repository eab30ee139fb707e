import type { ReactNode } from 'react';
import { profilesApi } from '../../lib/client/profiles-api.ts';
import type { OwnUserJson } from '../../lib/shared/users.ts';
import { WithFetched } from '../ui/WithFetched.tsx';

interface Props {
  children: (user: OwnUserJson) => ReactNode;
}

/** Fetches the profile of whoever is logged in, then shows the form for it. */
export function WithProfile({ children }: Props) {
  return (
    <WithFetched fetch={profilesApi.me} waiting="Fetching your profile ...">
      {children}
    </WithFetched>
  );
}
