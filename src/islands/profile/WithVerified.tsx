import type { ReactNode } from 'react';
import { messages } from '../../lib/shared/text/messages.ts';
import type { OwnUserJson } from '../../lib/shared/schemas/users.ts';
import { VerifyNotice } from '../ui/VerifyNotice.tsx';
import { WithProfile } from './WithProfile.tsx';

interface Props {
  /** The feature that needs a verified account. */
  what: keyof typeof messages.verifyFirst;
  children: (user: OwnUserJson) => ReactNode;
}

/**
 * Works as `WithProfile`, and asks a person who is not verified to verify the account first. The profile says so,
 * because a token can be 15 minutes old.
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
