import { messages } from '../../../lib/shared/messages.ts';
import { urls } from '../../../lib/shared/urls.ts';
import { LoginLink } from '../../ui/LoginLink.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Listing needs a login; the first step says so as well as the last. The page as it comes from the server shows it to visitors alone. */
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
