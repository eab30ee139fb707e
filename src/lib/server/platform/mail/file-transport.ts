import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { fieldsOf, type MailTransport } from './message.ts';

/**
 * Writes each mail as an .eml file, whose name sorts by time. For machines without a mail server.
 */
export function createFileTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from });
  return {
    async send({ id, requestId, unsubscribeUrl, to, subject, text, html }) {
      const mail = await composer.sendMail({
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: fieldsOf({ requestId, ...(unsubscribeUrl !== undefined && { unsubscribeUrl }) }),
        messageId: `<${id}@localhost>`,
      });
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${id}.eml`);
      // Renamed when complete, so that a reader never sees half a mail.
      await writeFile(`${file}.part`, mail.message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => {
      composer.close();
    },
  };
}
