import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { findMe } from '../../lib/client/api/api.ts';
import { $session } from '../../lib/client/session/session.ts';
import type { OwnUserJson } from '../../lib/shared/schemas/users.ts';
import { accountMessages } from '../../lib/shared/text/account-messages.ts';
import { VerifyNotice } from '../ui/Alert.tsx';
import { WithFetched } from '../ui/fetched.tsx';

interface Props {
  children: (user: OwnUserJson) => ReactNode;
}

/** Fetches the profile of the logged-in account and shows its form. Starts again when another account logs in. */
export function WithProfile({ children }: Props) {
  const visitor = useStore($session, { ssr: 'initial' });
  return (
    <WithFetched key={visitor?.user_id} fetch={findMe} waiting="Fetching your profile...">
      {children}
    </WithFetched>
  );
}

/**
 * Works as `WithProfile`, and asks a person who is not verified to verify the account first. The profile says so,
 * because a token can be 15 minutes old.
 * @param what needs a verified account
 */
export function WithVerified({ what, children }: Props & { what: keyof typeof accountMessages.verifyFirst }) {
  return (
    <WithProfile>
      {(user) =>
        user.is_verified ? (
          children(user)
        ) : (
          <VerifyNotice email={user.email} note={accountMessages.verifyFirst[what]} />
        )
      }
    </WithProfile>
  );
}
