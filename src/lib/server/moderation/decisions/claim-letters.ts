// Mails to those who claim a listing of somebody else, once its case is decided.
import { urls } from '../../../shared/addresses/urls.ts';
import type { DeskAction } from '../../../shared/schemas/cases.ts';
import { appealDays } from '../../../shared/schemas/reports.ts';
import { outcomeSentences } from '../../../shared/text/outcome-sentences.ts';
import { composeMail, findAccount, type Letter } from '../../accounts/index.ts';
import { readingIn, type WriteDb } from '../../platform/db/database.ts';
import type { AppTable, ProofTable } from '../../platform/db/schema.ts';
import type { MailMessage } from '../../platform/mail/message.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';

interface Told {
  app: Pick<AppTable, 'name' | 'name_id'>;
  /** What the account has proved. */
  proved: string;
  action: DeskAction;
  /** The public reason: the other one is the owner's. */
  reason: string;
  caseNumber: string;
  siteUrl: string;
  contactEmail: string;
}

const received = ({ app, proved, siteUrl }: Told): Letter => ({
  subject: `the listing ${app.name} is yours`,
  body: [
    `you have proved to control ${proved}, and the staff have given the listing ${app.name} to your account. It keeps its address, pictures, releases and followers.`,
    `The account that made it may appeal within ${String(appealDays)} days. We tell you if that changes anything.`,
    'This page leads to it:',
    { link: siteUrl + urls.app(app.name_id) },
  ],
});

const refused = ({ action, app, caseNumber, contactEmail, proved, reason }: Told): Letter => ({
  subject: `your claim to ${app.name} was decided`,
  body: [
    `you have proved to control ${proved}. The staff have looked at your claim to the listing ${app.name}, and do not give it to your account.`,
    outcomeSentences[action],
    `Reason: ${reason}`,
    `If you think that this is wrong, write to ${contactEmail} and name ${caseNumber}.`,
  ],
});

/** @returns the mails, which are enqueued */
export async function tellClaimants(
  trx: WriteDb,
  claims: readonly ProofTable[],
  { claimant, now, ...told }: Omit<Told, 'proved'> & { claimant: string | undefined; now: number },
): Promise<MailMessage[]> {
  const mails: MailMessage[] = [];
  for (const { name: proved, user_id: userId } of claims) {
    const account = await findAccount(readingIn(trx), userId);
    if (!account) continue;
    const isGiven = told.action === 'transfer' && userId === claimant;
    const mail = composeMail(account, (isGiven ? received : refused)({ ...told, proved }));
    await enqueueMail(trx, mail, now);
    mails.push(mail);
  }
  return mails;
}
