import { createTransport } from 'nodemailer';
import { MailError, type MailTransport } from './message.ts';

/** Milliseconds: a server that hangs must not hold up the mails behind it. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
};

/** Whether the server refused for good. 552 is a full mailbox and 530 to 535 are our own login: those may pass. */
function isPermanent(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('responseCode' in error)) return false;
  const code = Number(error.responseCode);
  return code >= 500 && code < 600 && code !== 552 && !(code >= 530 && code <= 535);
}

/** @param url `smtp://user:password@host:port`, or `smtps://` */
export function createSmtpTransport(url: string, from: string): MailTransport {
  const { hostname } = new URL(url);
  const transport = createTransport({ url, ...timeouts }, { from });
  return {
    async send({ id, to, subject, text, html }) {
      try {
        // An address object is taken as it is; a text would be parsed, and a crafted one could name a second recipient.
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${hostname}>`,
          disableUrlAccess: true,
          disableFileAccess: true,
        });
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown';
        throw new MailError(`SMTP: ${reason}`, isPermanent(error), { cause: error });
      }
    },
    close: () => {
      transport.close();
    },
  };
}
