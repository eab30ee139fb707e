// Mails that the product wrote to its outbox folder, decoded.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ReadMail {
  to: string;
  subject: string;
  /** The whole text part, decoded. */
  text: string;
  raw: string;
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

export function readMail(raw: string): ReadMail {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(raw)?.[1] ?? '';
  const part = /Content-Type: text\/plain[\s\S]*?\n\r?\n([\s\S]*?)\r?\n--/i.exec(raw)?.[1] ?? '';
  const encoded = /Content-Type: text\/plain[\s\S]{0,120}quoted-printable/i.test(raw);
  return {
    to: header('To'),
    subject: header('Subject'),
    text: encoded ? decodeQuotedPrintable(part) : part,
    raw,
  };
}

/** Mails by file. A mail never changes once its file exists, and tests read the newest of hundreds again and again. */
const read = new Map<string, ReadMail>();

async function mailIn(file: string): Promise<ReadMail> {
  const known = read.get(file);
  if (known) return known;
  const mail = readMail(await readFile(file, 'utf8'));
  read.set(file, mail);
  return mail;
}

/** All mails in `dataDir`/outbox, oldest first. */
export async function mailsIn(dataDir: string): Promise<ReadMail[]> {
  const folder = join(dataDir, 'outbox');
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).sort();
  return await Promise.all(files.map((file) => mailIn(join(folder, file))));
}

/** Finds the code, which has a line of its own. */
export function findCode(text: string): string | undefined {
  return /^([A-Z0-9]{8})\s*$/m.exec(text)?.[1];
}

export function codeIn(mail: ReadMail | undefined): string {
  const code = findCode(mail?.text ?? '');
  if (code === undefined) throw new Error(`No code in the mail '${mail?.subject ?? 'none'}'.`);
  return code;
}
