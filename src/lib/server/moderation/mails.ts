// Mails about decisions of the operator.
import { messages } from '../../shared/text/messages.ts';
import { composeMail, type Letter } from '../accounts/index.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import type { AccountRow } from './subjects.ts';

const appealTo = (contactEmail: string) => `${messages.app.appeal} ${contactEmail}.`;

export const letters = {
  listingDeleted: (name: string, reason: string, contactEmail: string): Letter => ({
    subject: 'your listing was deleted',
    body: [
      `the operator has deleted your listing ${name} with its pictures and its versions. It cannot be brought back.`,
      `Reason: ${reason}`,
      appealTo(contactEmail),
    ],
  }),
  handleReleased: (handle: string, contactEmail: string): Letter => ({
    subject: 'your short address was taken back',
    body: [
      `the operator has taken back the short address /u/${handle} of your page. Choose another one under 'Update Profile'.`,
      appealTo(contactEmail),
    ],
  }),
};

/** Whether the address is verified and belongs to a person: an account without a password owns sample listings. */
export const canBeMailed = (account: AccountRow): boolean =>
  account.is_verified === 1 && account.password_hash !== null;

/** Enqueues a mail in the transaction of the decision; none to an unverified address, which may be a stranger's. */
export async function mailTo(trx: WriteDb, account: AccountRow, letter: Letter, now: number): Promise<void> {
  if (!canBeMailed(account)) return;
  await enqueueMail(trx, composeMail(account, letter), now);
}
