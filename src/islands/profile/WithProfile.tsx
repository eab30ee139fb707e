import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { profilesApi } from '../../lib/client/api/profiles-api.ts';
import { $session } from '../../lib/client/session/session.ts';
import type { OwnUserJson } from '../../lib/shared/schemas/users.ts';
import { WithFetched } from '../ui/WithFetched.tsx';

interface Props {
  children: (user: OwnUserJson) => ReactNode;
}

/** Fetches the profile of the logged-in account and shows its form. Starts again when another account logs in. */
export function WithProfile({ children }: Props) {
  const visitor = useStore($session, { ssr: 'initial' });
  return (
    <WithFetched key={visitor?.user_id} fetch={profilesApi.me} waiting="Fetching your profile ...">
      {children}
    </WithFetched>
  );
}
