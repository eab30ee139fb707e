import { handOver } from '../../lib/client/session/handover.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { Notice } from './Notice.tsx';

/** Says what waits for verification, and leads there with a code on its way. */
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
