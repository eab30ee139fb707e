// The mails that a product has sent, which it writes as files where no mail server is set.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The code, which has a line of its own; '' without one. */
  code: string;
  /** The addresses in the text, in their order. */
  links: string[];
  /** The whole file. */
  raw: string;
}

export interface Mailbox {
  /** The mails to an address, or to anybody, oldest first. */
  to(email?: string): Promise<Mail[]>;
  /** The newest mail to an address. @throws where there is none */
  newest(email: string): Promise<Mail>;
  /** The code in the newest mail to an address that has one. @throws where none has */
  code(email: string): Promise<string>;
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** The text of a part of a mail. */
function decodedPart(part: string): string {
  const [head = '', ...body] = part.split('\n\n');
  const text = body.join('\n\n');
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString();
  return /transfer-encoding: quoted-printable/i.test(head) ? fromQuotedPrintable(text) : text;
}

/** Decodes the words of a header that are not ASCII (RFC 2047). */
function decodedHeader(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : fromQuotedPrintable(word.replaceAll('_', ' ')),
    );
}

export function readMail(raw: string): Mail {
  const lines = raw.replaceAll('\r\n', '\n');
  const header = (name: string) =>
    decodedHeader(
      new RegExp(`^${name}: (.*(?:\\n[ \\t].*)*)$`, 'im').exec(lines)?.[1]?.replace(/\n\s/g, ' ') ?? '',
    );
  const boundary = /boundary="([^"]+)"/.exec(lines)?.[1] ?? '\0';
  const parts = lines.split(`--${boundary}`).map((part) => part.trimStart());
  const part = (type: string) =>
    decodedPart(parts.find((one) => one.startsWith(`Content-Type: ${type}`)) ?? '');
  const text = part('text/plain');
  return {
    to: header('To'),
    subject: header('Subject'),
    text,
    html: part('text/html'),
    code: /^([A-Z0-9]{8})\s*$/m.exec(text)?.[1] ?? '',
    links: text.match(/https?:\/\/\S+/g) ?? [],
    raw,
  };
}

/**
 * @param dataDir of the product
 * @param send sends the mails that wait; without it the product sends them when it comes to it
 */
export function openMailbox(dataDir: string, send?: () => Promise<void>): Mailbox {
  /** A mail never changes once its file exists. */
  const read = new Map<string, Mail>();
  function all(): Mail[] {
    const folder = join(dataDir, 'outbox');
    const files = existsSync(folder) ? readdirSync(folder) : [];
    for (const file of files.filter((name) => name.endsWith('.eml')).sort())
      if (!read.has(file)) read.set(file, readMail(readFileSync(join(folder, file), 'utf8')));
    return [...read.values()];
  }
  /** Mails of one moment have no order: whoever looks for a code passes over the ones without. */
  async function newestOf(email: string, isMeant: (mail: Mail) => boolean): Promise<Mail> {
    const until = performance.now() + (send ? 0 : 15_000);
    for (;;) {
      const mail = (await mailbox.to(email)).findLast(isMeant);
      if (mail) return mail;
      if (performance.now() >= until) throw new Error(`No such mail was sent to ${email}.`);
      await sleep(20);
    }
  }
  const mailbox: Mailbox = {
    async to(email) {
      await send?.();
      return email === undefined ? all() : all().filter(({ to }) => to.toLowerCase() === email.toLowerCase());
    },
    newest: async (email) => await newestOf(email, () => true),
    code: async (email) => (await newestOf(email, ({ code }) => code !== '')).code,
  };
  return mailbox;
}
