import type { ReactNode } from 'react';
import { profilesApi } from '../../lib/client/api/profiles-api.ts';
import type { OwnUserJson } from '../../lib/shared/schemas/users.ts';
import { useSession } from '../ui/use-session.ts';
import { WithFetched } from '../ui/WithFetched.tsx';

interface Props {
  children: (user: OwnUserJson) => ReactNode;
}

/** Fetches the profile of the logged-in account and shows its form. Starts again when another account logs in. */
export function WithProfile({ children }: Props) {
  const visitor = useSession();
  return (
    <WithFetched key={visitor?.user_id} fetch={profilesApi.me} waiting="Fetching your profile ...">
      {children}
    </WithFetched>
  );
}
