import { messages } from '../../../lib/shared/text/messages.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import { LoginLink } from '../../ui/LoginLink.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Says that listing needs a login. Until the script runs, CSS hides it from people who are logged in. */
export function LoginNotice() {
  return (
    <div data-session="out">
      <Notice title={messages.wizard.loggedOut}>
        <p>{messages.wizard.loggedOutNote}</p>
        <LoginLink from={urls.newApp()} />
      </Notice>
    </div>
  );
}
