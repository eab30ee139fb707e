// How mails leave: by SMTP, or as files where there is no mail server.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type Mail from 'nodemailer/lib/mailer';
import type { Config } from '../config/config.ts';
import type { Row } from '../db/schema.ts';

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where a POST takes the recipient off the list that the mail belongs to. */
  unsubscribeUrl?: string;
}

export interface MailTransport {
  /** Resolves once the next server (or the folder) has taken the mail. */
  send(mail: Row<'outbox'>): Promise<void>;
  close(): void;
}

/** @param host domain of the Message-ID */
function composed(
  { id, request_id, unsubscribe_url, recipient, subject, text, html }: Row<'outbox'>,
  host: string,
): Mail.Options {
  return {
    ...{ subject, text, html },
    // An object, because a string would be parsed, and a crafted one could add a second recipient.
    to: { name: '', address: recipient },
    // The same at every try, so that a mail server can drop repeats.
    messageId: `<${id}@${host}>`,
    disableUrlAccess: true,
    disableFileAccess: true,
    headers: {
      ...(request_id !== null && { 'X-Request-Id': request_id }),
      // One click in the mail program (RFC 8058).
      ...(unsubscribe_url !== null && {
        'List-Unsubscribe': `<${unsubscribe_url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

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
 * What a server will never take (SMTP 5xx), so that trying again is useless: `mail` for this mail, because of its text
 * or its sender; `address` for any mail to its recipient. null: it may take the mail later. 552 is a full mailbox, and
 * 530 to 535 concern our login: those are temporary, as are failures of the connection. Only a refused RCPT TO says
 * that nobody has the address.
 */
export function refusalOf(error: unknown): 'mail' | 'address' | null {
  if (typeof error !== 'object' || error === null || !('responseCode' in error && 'code' in error))
    return null;
  const status = Number(error.responseCode);
  if (status === 552 || (status >= 530 && status <= 535)) return null;
  if (!aboutTheMail.has(String(error.code)) || status < 500 || status >= 600) return null;
  const isOfAddress = 'command' in error && error.command === 'RCPT TO';
  const response = 'response' in error ? String(error.response) : '';
  return isOfAddress && !isPolicy.test(response) ? 'address' : 'mail';
}

/**
 * Sends by SMTP where SMTP_URL is set (`smtp://user:password@host:port`, or `smtps://`; with `?requireTLS=false` a
 * login may go in clear), otherwise writes each mail as an .eml file, whose name sorts by time.
 */
export function openTransport({ smtpUrl: url, mailFrom: from, dataDir }: Config): MailTransport {
  if (url === undefined) return writingFiles(join(dataDir, 'outbox'), from);
  const address = new URL(url);
  // Threat: a man in the middle removes STARTTLS from the server's greeting, so that login and mails are sent in clear
  // text. So with a login and a remote server, mails wait until they can be sent encrypted, and the log says why.
  const isRemote = !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(address.hostname);
  const requireTLS = address.username !== '' && isRemote;
  const transport = createTransport({ url, ...timeouts, requireTLS }, { from });
  return {
    send: async (mail) => void (await transport.sendMail(composed(mail, address.hostname))),
    close: () => transport.close(),
  };
}

function writingFiles(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(composed(mail, 'localhost'));
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${mail.id}.eml`);
      // Renamed when complete, so that a reader never sees half a mail.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => composer.close(),
  };
}
