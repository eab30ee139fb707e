// Mails about reports and appeals.
// Threat: a stranger enters somebody's address to have this site mail them a text or a link. So a mail to an address
// that nobody has confirmed holds the code and nothing that was typed, and a text that an owner is mailed holds no
// link.
import { appealDays, reportCodeMinutes } from '../../shared/schemas/reports.ts';
import { withoutLinks } from '../../shared/text/visible-text.ts';
import { composeMail, composeToAddress } from '../accounts/mails.ts';
import { findAccount } from '../accounts/users.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { Row } from '../platform/db/schema.ts';
import type { MailMessage } from '../platform/mail/message.ts';

/** Somebody who has confirmed the address. */
export interface MailedPerson {
  email: string;
  firstname: string;
}

/** The parts of a decision that its parties read. */
export interface ToldOutcome {
  /** One sentence, such as 'It was removed.' */
  sentence: string;
  publicReason: string;
  /** Page of the decision, from the root of the site. */
  path: string;
}

interface DecidedAppeal {
  outcome: 'reversed' | 'upheld';
  /** Whether it is decided by another decision, which its party did not ask for, or by none. */
  isOther: boolean;
  reason: string;
  /** Page of the appeal, from the root of the site. */
  path: string;
}

export function createReportMails(siteUrl: string) {
  const at = (path: string) => ({ link: siteUrl + path });
  return {
    code: (email: string, code: string): MailMessage =>
      composeToAddress(email, {
        subject: 'your code for a report',
        body: [
          'somebody wants to send a report with this address. If it was you, enter this code on the page of the report:',
          { code },
          `It lasts ${String(reportCodeMinutes)} minutes and works once.`,
          'If it was not you, do nothing: without the code nothing is sent.',
        ],
      }),
    received: (to: MailedPerson, number: string, path: string): MailMessage =>
      composeMail(to, {
        subject: `your report ${number} was received`,
        body: [
          `we have received your report. Its number is ${number}. Here you can follow it:`,
          at(path),
          'Keep this link to yourself: it opens the report without a login. We mail you when it is decided.',
        ],
      }),
    /** @param name of the listing, so that its sentence is not read as one about the report; '' for a profile */
    decided: (
      to: MailedPerson,
      {
        number,
        path,
        name,
        outcome,
        appeal,
      }: { number: string; path: string; name: string; outcome: ToldOutcome; appeal: string | null },
    ): MailMessage =>
      composeMail(to, {
        subject: `your report ${number} was decided`,
        body: [
          `your report ${number} was decided. ${name === '' ? '' : `${name}: `}${outcome.sentence}`,
          `Reason: ${outcome.publicReason}`,
          'The decision:',
          at(outcome.path),
          'Your report:',
          at(path),
          ...(appeal === null
            ? []
            : [
                `If you think that this is a mistake, you can ask once for another look, within ${String(appealDays)} days:`,
                at(appeal),
              ]),
        ],
      }),
    askOwner: (
      to: MailedPerson,
      {
        name,
        reason,
        message,
        path,
        days,
      }: Record<'name' | 'reason' | 'message' | 'path', string> & { days: number },
    ): MailMessage =>
      composeMail(to, {
        subject: 'A visitor reported a problem with your listing',
        body: [
          `somebody has written to us about ${name}: ${reason}. They wrote (links are left out):`,
          `"${withoutLinks(message)}"`,
          'Correct it, or see that it is right, and then tell us here. You need no login:',
          at(path),
          `If we hear nothing within ${String(days)} days, our staff look at it.`,
        ],
      }),
    appealReceived: (to: MailedPerson, path: string): MailMessage =>
      composeMail(to, {
        subject: 'your appeal was received',
        body: [
          'we have received your appeal. Somebody else than before decides on it, as long as there is anybody else. Here you can follow it:',
          at(path),
        ],
      }),
    appealDecided: (to: MailedPerson, { isOther, outcome, path, reason }: DecidedAppeal): MailMessage =>
      composeMail(to, {
        subject: 'your appeal was decided',
        body: [
          outcome === 'reversed'
            ? 'your appeal was successful: the decision was changed.'
            : isOther
              ? 'your appeal was not successful. Another mail says what was decided instead.'
              : 'we have looked again, and the decision stays as it was.',
          `Reason: ${reason}`,
          at(path),
          'This is final: a decision can be appealed against once.',
        ],
      }),
  };
}

/** Whom to mail about a report; null if the account was deleted or suspended. */
export async function reporterOf(
  trx: WriteDb,
  { reporter_id, name, email }: Pick<Row<'reports'>, 'reporter_id' | 'name' | 'email'>,
): Promise<MailedPerson | null> {
  if (reporter_id === null) return email === '' ? null : { email, firstname: name };
  const account = await findAccount(trx, reporter_id);
  if (!account || account.is_verified === 0) return null;
  return { email: account.email, firstname: account.firstname };
}
