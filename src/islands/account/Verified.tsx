import { hasDraftOf } from '../../lib/client/drafts/kept-draft.ts';
import type { AccessClaims } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { Alert, type AlertContent } from '../ui/Alert.tsx';
import { pageAfterSignup } from './next-page.ts';

interface Props {
  visitor: AccessClaims;
  /** The form's last message; null if the account was verified earlier or elsewhere. */
  said: AlertContent | null;
}

/** Replaces the form once the account is verified. Offers to finish a draft that waited for it. */
export function Verified({ visitor, said }: Props) {
  const hasDraft = hasDraftOf(visitor.user_id);
  return (
    <div className="form">
      {said?.message === messages.verifyUser.done ? (
        <Alert content={said} />
      ) : (
        <p>{messages.verifyUser.already}</p>
      )}
      {hasDraft && (
        <a className="button" href={urls.newApp()}>
          {messages.wizard.continueDraft}
        </a>
      )}
      <a className={hasDraft ? 'button quiet' : 'button'} href={hasDraft ? urls.home() : pageAfterSignup()}>
        {hasDraft ? messages.notFound.home : 'Continue'}
      </a>
    </div>
  );
}
