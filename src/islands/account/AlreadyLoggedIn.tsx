import { logOut } from '../../lib/client/session/keep-session.ts';
import { messages } from '../../lib/shared/text/messages.ts';

interface Props {
  email: string;
  /** Address of the page to continue to. */
  next: string;
}

/** Replaces a form that is only for people who are not logged in. */
export function AlreadyLoggedIn({ email, next }: Props) {
  return (
    <div className="form">
      <p className="wrap-anywhere">
        {messages.login.loggedIn} <b>{email}</b>.
      </p>
      <a className="button" href={next}>
        Continue
      </a>
      <button className="button quiet" type="button" onClick={logOut}>
        Logout
      </button>
    </div>
  );
}
