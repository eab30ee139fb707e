import { handOver } from '../../lib/client/session/handover.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { Notice } from './Notice.tsx';

/** Says what needs a verified account, and links to the verification, which then sends a code. */
export function VerifyNotice({ email, note }: { email: string; note: string }) {
  return (
    <Notice title={messages.home.unverified}>
      <p>{note}</p>
      <a
        className="text-button"
        href={urls.verifyUser()}
        onClick={() => {
          handOver('verify-email', email);
          handOver('verify-send-code', '1');
        }}
      >
        {messages.home.verify}
      </a>
    </Notice>
  );
}
