import { createTransport } from 'nodemailer';
import { fieldsOf, MailError, type MailRefusal, type MailTransport } from './message.ts';

/** Milliseconds. A server that hangs must not delay the other mails. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
};

/**
 * nodemailer's codes for a refused address or text, as opposed to failures of the greeting, STARTTLS and our login.
 */
const aboutTheMail = new Set(['EENVELOPE', 'EMESSAGE']);

/** 5.7.x: the server does not like us, and says nothing of the mailbox (RFC 3463). */
const isPolicy = /^5\d\d[ -]5\.7\./;

/**
 * What the server refused for good. 552 is a full mailbox, and 530 to 535 concern our login: those are temporary, as
 * are failures of the connection. Only a refused RCPT TO says that nobody has the address.
 */
function refusalOf(error: unknown): MailRefusal {
  if (typeof error !== 'object' || error === null || !('responseCode' in error && 'code' in error))
    return null;
  const status = Number(error.responseCode);
  if (status === 552 || (status >= 530 && status <= 535)) return null;
  if (!aboutTheMail.has(String(error.code)) || status < 500 || status >= 600) return null;
  const isOfAddress = 'command' in error && error.command === 'RCPT TO';
  const response = 'response' in error ? String(error.response) : '';
  return isOfAddress && !isPolicy.test(response) ? 'address' : 'mail';
}

const thisMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Threat: a man in the middle removes STARTTLS from the server's greeting, so that login and mails are sent in clear
 * text. So with a login and a remote server, mails wait until they can be sent encrypted, and the log says why.
 */
function mustEncrypt({ username, hostname }: URL): boolean {
  return username !== '' && !thisMachine.test(hostname);
}

/** @param url `smtp://user:password@host:port`, or `smtps://`; with `?requireTLS=false` a login may go in clear */
export function createSmtpTransport(url: string, from: string): MailTransport {
  const address = new URL(url);
  const { hostname } = address;
  const transport = createTransport({ url, ...timeouts, requireTLS: mustEncrypt(address) }, { from });
  return {
    async send({ id, requestId, unsubscribeUrl, to, subject, text, html }) {
      try {
        // An object, because a string would be parsed, and a crafted one could add a second recipient.
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: fieldsOf({ requestId, ...(unsubscribeUrl !== undefined && { unsubscribeUrl }) }),
          messageId: `<${id}@${hostname}>`,
          disableUrlAccess: true,
          disableFileAccess: true,
        });
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown';
        throw new MailError(`SMTP: ${reason}`, refusalOf(error), { cause: error });
      }
    },
    close: () => {
      transport.close();
    },
  };
}
