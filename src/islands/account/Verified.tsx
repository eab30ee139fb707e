import { hasDraftOf } from '../../lib/client/drafts/kept-draft.ts';
import type { AccessClaims } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { Alert, type AlertContent } from '../ui/Alert.tsx';

interface Props {
  visitor: AccessClaims;
  /** What the form has said last; that it is verified, where it was done before or elsewhere, it has not. */
  said: AlertContent | null;
}

/** There is nothing to verify any more; a draft that waited for it can be finished now. */
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
      <a className={hasDraft ? 'button quiet' : 'button'} href={urls.home()}>
        {hasDraft ? messages.notFound.home : 'Continue'}
      </a>
    </div>
  );
}
