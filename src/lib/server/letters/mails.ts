// Mails of conversations.
// Threat: a stranger has this site mail somebody a text or links. So an unconfirmed address is mailed a code and
// nothing that was typed, texts hold one link at most and none of a sender without an account, no subject holds what
// somebody typed, and no mail holds the address of the other.
import { deskUrls } from '../../shared/addresses/desk-urls.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { brand } from '../../shared/page/brand.ts';
import { withoutLinks } from '../../shared/text/visible-text.ts';
import { composeMail, composeToAddress } from '../accounts/index.ts';
import type { MailMessage } from '../platform/mail/message.ts';

export interface Party {
  email: string;
  /** How the other one sees the person. */
  name: string;
}

interface MailedLetter {
  from: string;
  text: string;
  /** A writer without an account may send no link at all. */
  hasAccount: boolean;
  /** Of the recipient's page. */
  token: string;
  /** Who alone can report. */
  isToDeveloper: boolean;
}

const paragraphs = (text: string): string[] => text.split(/\n\s*\n/u).flatMap((part) => part.trim() || []);

export function createLetterMails(siteUrl: string) {
  const at = (path: string) => ({ link: siteUrl + path });
  return {
    letter: (to: Party, { from, hasAccount, isToDeveloper, text, token }: MailedLetter): MailMessage =>
      composeMail(
        { email: to.email, firstname: to.name },
        {
          subject: 'you have a letter',
          body: [
            `${withoutLinks(from)} writes to you through ${brand.name}:`,
            ...paragraphs(text).map((part) => (hasAccount ? part : withoutLinks(part))),
            'Answer here. You need no login, and neither of you sees the address of the other; do not reply to this mail:',
            at(urls.letter(token)),
            `There you can also end the conversation${isToDeveloper ? ', and report it' : ''}.`,
          ],
        },
      ),
    /** To the operator. Texts of letters are not kept. */
    reported: (operator: string, { id, developer, sender }: Record<'id' | 'developer' | 'sender', string>) =>
      composeToAddress(operator, {
        subject: 'a letter to a developer was reported',
        body: [
          `the developer ${developer} has reported a conversation with ${sender}. It is over, and its texts are not kept: the developer has them as mails.`,
          `Number of the conversation: ${id}. Restrict the address at the desk ('contact') if it should write no more letters.`,
          at(deskUrls.part('queue')),
        ],
      }),
  };
}
