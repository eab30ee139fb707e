import type { ReactNode } from 'react';
import { messages } from '../../lib/shared/text/messages.ts';
import type { OwnUserJson } from '../../lib/shared/schemas/users.ts';
import { VerifyNotice } from '../ui/VerifyNotice.tsx';
import { WithProfile } from './WithProfile.tsx';

interface Props {
  /** What waits for verification. */
  what: keyof typeof messages.verifyFirst;
  children: (user: OwnUserJson) => ReactNode;
}

/**
 * As `WithProfile`; whoever is not verified yet is told to do that first. The server is asked, for a token can be 15
 * minutes old.
 */
export function WithVerified({ what, children }: Props) {
  return (
    <WithProfile>
      {(user) =>
        user.is_verified ? (
          children(user)
        ) : (
          <VerifyNotice email={user.email} note={messages.verifyFirst[what]} />
        )
      }
    </WithProfile>
  );
}
