import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createFileTransport } from './file-transport.ts';
import type { MailTransport } from './message.ts';
import { createSmtpTransport } from './smtp-transport.ts';

/** Sends by SMTP where SMTP_URL is set, otherwise writes files. */
export function openTransport({ smtpUrl, mailFrom, dataDir }: Config): MailTransport {
  return smtpUrl === undefined
    ? createFileTransport(join(dataDir, 'outbox'), mailFrom)
    : createSmtpTransport(smtpUrl, mailFrom);
}
