import { useStore } from '@nanostores/react';
import { Fragment, type ReactNode } from 'react';
import { $session } from '../../lib/client/session/session.ts';
import type { OwnUserJson } from '../../lib/shared/schemas/users.ts';
import { VerifyNotice } from '../ui/Alert.tsx';
import { WithFetched } from '../ui/fetched.tsx';

/** Fetches the profile of the logged-in account and shows its form. Starts again when another account logs in. */
export function WithProfile({ children }: { children: (user: OwnUserJson) => ReactNode }) {
  const visitor = useStore($session, { ssr: 'initial' });
  return (
    <WithFetched<OwnUserJson> key={visitor?.user_id} path="/user/me/" waiting="Fetching your profile...">
      {children}
    </WithFetched>
  );
}

/** Asks a person who is not verified to verify the account first. @param to what that is needed for */
export function WithVerified({ to, children }: { to: string; children: ReactNode }) {
  const visitor = useStore($session, { ssr: 'initial' });
  if (visitor?.is_verified === false) return <VerifyNotice note={`Verify your account to ${to}.`} />;
  return <Fragment key={visitor?.user_id}>{children}</Fragment>;
}
