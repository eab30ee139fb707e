// Mails about an account, in text and HTML.
import { urls } from '../../shared/addresses/urls.ts';
import { brand } from '../../shared/page/brand.ts';
import { codeMinutes } from '../../shared/schemas/limits.ts';
import { withoutLinks } from '../../shared/text/visible-text.ts';
import { markdownToHtml } from '../../shared/text/markdown.ts';
import { escapeXml } from '../../shared/text/text.ts';
import type { Context } from '../context.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import type { MailMessage } from '../platform/mail/message.ts';

/** The owner of a verified account. Mails to other addresses hold no text that somebody typed. */
export interface Recipient {
  email: string;
  firstname: string;
}

export interface Letter {
  /** Without the name of the site. */
  subject: string;
  /** Paragraphs, codes in large type, links, and texts in Markdown. */
  body: (string | { code: string } | { link: string } | { markdown: string })[];
}

function compose(to: string, greeting: string, { subject, body }: Letter): MailMessage {
  const closing = `You received this mail because this address was entered at ${brand.name}.`;
  const text = body.map((part) => (typeof part === 'string' ? part : (Object.values(part)[0] ?? '')));
  const html = body.map((part) => {
    if (typeof part === 'string') return `<p>${escapeXml(part)}</p>`;
    if ('markdown' in part) return markdownToHtml(part.markdown);
    if ('code' in part) {
      return `<p style="font:700 28px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px">${escapeXml(part.code)}</p>`;
    }
    return `<p><a href="${escapeXml(part.link)}">${escapeXml(part.link)}</a></p>`;
  });
  return {
    to,
    subject: `${brand.name}: ${subject}`,
    text: [greeting, ...text, `-- \n${closing}`].join('\n\n') + '\n',
    html:
      `<!doctype html><html lang="en"><body style="font:16px/1.6 system-ui,sans-serif;color:#14201b;max-width:34em">` +
      `<p>${escapeXml(greeting)}</p>${html.join('')}` +
      `<p style="color:#5b6660;font-size:14px">${escapeXml(closing)}</p></body></html>`,
  };
}

/** A name that was stored before addresses in names were refused may hold one. */
export function composeMail({ email, firstname }: Recipient, letter: Letter): MailMessage {
  return compose(email, `Hello ${withoutLinks(firstname)},`, letter);
}

/** Without a name, which could be a message from the person who signed the unverified address up. */
export const composeToAddress = (email: string, letter: Letter): MailMessage =>
  compose(email, 'Hello,', letter);

const sentenceOfChange = {
  'passkey-added': (name: string) => `the passkey '${name}' was added to your account.`,
  'passkey-removed': (name: string) => `the passkey '${name}' was removed from your account.`,
  'authenticator-added': () => 'an authenticator app was added to your account.',
  'authenticator-removed': () => 'the authenticator app was removed from your account.',
  'recovery-codes-made': () => 'new recovery codes were made for your account. The old ones no longer work.',
};

/** A change of second factors; `name` is the one of the passkey. */
export interface FactorsChange {
  kind: keyof typeof sentenceOfChange;
  name?: string;
}

const at = ({ siteUrl }: Context, path: string) => ({ link: siteUrl + path });

/** Mails the code of a sign-up, or tells the owner of the verified account that the address has. */
export async function mailVerification(
  context: Context,
  trx: WriteDb,
  email: string,
  code: string,
  account: Recipient | undefined,
): Promise<void> {
  const mail = account
    ? composeToAddress(account.email, {
        subject: 'your address is already registered',
        body: [
          'somebody tried to sign up with your address, which already has an account. If it was you, log in:',
          at(context, urls.login()),
          'If you do not remember the password, set a new one:',
          at(context, urls.forgotPassword()),
          'If it was not you, you do not need to do anything.',
        ],
      })
    : composeToAddress(email, {
        subject: 'your verification code',
        body: [
          'this code verifies your account:',
          { code },
          `It lasts ${codeMinutes} minutes and works once. Enter it on the page where you signed up. Or open this link in the same browser, which fills it in, and press Verify account:`,
          at(context, urls.verifyUserWith(code)),
          'If you did not sign up, ignore this mail and do not share the code.',
        ],
      });
  await enqueueMail(trx, mail, context.clock());
}

export const resetCode = (context: Context, owner: Recipient, code: string): MailMessage =>
  composeMail(owner, {
    subject: 'your password reset code',
    body: [
      'this code lets you set a new password:',
      { code },
      `It lasts ${codeMinutes} minutes and works once. Enter it where you asked for it, or on another device with your email:`,
      at(context, urls.verifyPasswordReset()),
      'If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  });

const ifNotYou = (context: Context) => [
  'If it was not you, change your password at once, which ends every other login:',
  at(context, urls.changePassword()),
];

/** @param change what somebody with a session of the owner has done */
export const factorsChanged = (context: Context, owner: Recipient, change: FactorsChange): MailMessage =>
  composeMail(owner, {
    subject: 'your login security was changed',
    body: [
      sentenceOfChange[change.kind](change.name ?? ''),
      'Your other logins stay as they are. You can see them and your second factors here:',
      at(context, urls.updateProfilePart('security')),
      at(context, urls.updateProfilePart('logins')),
      ...ifNotYou(context),
    ],
  });

/** @param may what the token may do, as a sentence */
export const tokenMade = (context: Context, owner: Recipient, name: string, may: string): MailMessage =>
  composeMail(owner, {
    subject: 'a token for programs was made',
    body: [
      `the token '${name}' was made for your account. ${may}`,
      'You can see your tokens, and revoke them, here:',
      at(context, urls.updateProfilePart('tokens')),
      'If it was not you, change your password at once, which ends every token and every other login:',
      at(context, urls.changePassword()),
    ],
  });

export const recoveryCodeUsed = (context: Context, owner: Recipient, left: number): MailMessage =>
  composeMail(owner, {
    subject: 'a recovery code was used',
    body: [
      `one of your recovery codes was used. ${left === 0 ? 'None is left.' : `${left} ${left === 1 ? 'is' : 'are'} left.`} You can make new ones here:`,
      at(context, urls.updateProfilePart('security')),
      ...ifNotYou(context),
    ],
  });

export const passwordChanged = (context: Context, owner: Recipient): MailMessage =>
  composeMail(owner, {
    subject: 'your password was changed',
    body: [
      'the password of your account was changed, and every other device was logged out.',
      'If it was not you, set a new password at once:',
      at(context, urls.forgotPassword()),
    ],
  });

/** Enqueued in the transaction that deletes the account. */
export async function mailDeletion(context: Context, trx: WriteDb, owner: Recipient): Promise<void> {
  const mail = composeMail(owner, {
    subject: 'your account was deleted',
    body: [
      'your account was deleted with its apps, its pictures and its profile. This is the last mail to you.',
      `If it was not you, write to ${context.operator.contactEmail}.`,
    ],
  });
  await enqueueMail(trx, mail, context.clock());
}
