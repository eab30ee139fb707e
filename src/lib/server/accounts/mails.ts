// Mails about an account, in text and HTML.
import { codeMinutes } from '../../shared/schemas/accounts.ts';
import { brand } from '../../shared/page/brand.ts';
import { urls } from '../../shared/addresses/urls.ts';
import type { MailMessage } from '../platform/mail/message.ts';

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** The owner of a verified account. Mails to other addresses hold no text that somebody typed. */
export interface Recipient {
  email: string;
  firstname: string;
}

interface Letter {
  /** Without the name of the site. */
  subject: string;
  /** Paragraphs, codes in large type, and links. */
  body: (string | { code: string } | { link: string })[];
}

function compose(to: string, greeting: string, { subject, body }: Letter): MailMessage {
  const closing = `You get this mail because this address was entered at ${brand.name}.`;
  const text = body.map((part) => (typeof part === 'string' ? part : 'code' in part ? part.code : part.link));
  const html = body.map((part) => {
    if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
    if ('code' in part) {
      return `<p style="font:700 28px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px">${escapeHtml(part.code)}</p>`;
    }
    return `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.link)}</a></p>`;
  });
  return {
    to,
    subject: `${brand.name}: ${subject}`,
    text: [greeting, ...text, `-- \n${closing}`].join('\n\n') + '\n',
    html:
      `<!doctype html><html lang="en"><body style="font:16px/1.6 system-ui,sans-serif;color:#14201b;max-width:34em">` +
      `<p>${escapeHtml(greeting)}</p>${html.join('')}` +
      `<p style="color:#5b6660;font-size:14px">${escapeHtml(closing)}</p></body></html>`,
  };
}

export function composeMail({ email, firstname }: Recipient, letter: Letter): MailMessage {
  return compose(email, `Hello ${firstname},`, letter);
}

/** Without a name, which could be a message from the person who signed the unverified address up. */
const composeToAddress = (email: string, letter: Letter): MailMessage => compose(email, 'Hello,', letter);

/** @param contactEmail for complaints */
export function createMails(siteUrl: string, contactEmail: string) {
  const at = (path: string) => ({ link: siteUrl + path });
  return {
    verificationCode: (email: string, code: string) =>
      composeToAddress(email, {
        subject: 'your verification code',
        body: [
          'this code verifies your account:',
          { code },
          `It lasts ${codeMinutes} minutes and works once. Enter it on the page where you signed up, or open this link in the same browser, which enters it for you, and press Verify account:`,
          at(urls.verifyUserWith(code)),
          'If you did not sign up, do nothing and give the code to nobody.',
        ],
      }),
    resetCode: (owner: Recipient, code: string) =>
      composeMail(owner, {
        subject: 'your password reset code',
        body: [
          'this code lets you set a new password:',
          { code },
          `It lasts ${codeMinutes} minutes and works once. Enter it in the browser that asked for it:`,
          at(urls.verifyPasswordReset()),
          'If you did not ask for it, you need do nothing: your password stays as it is.',
        ],
      }),
    alreadyRegistered: (email: string) =>
      composeToAddress(email, {
        subject: 'your address is already registered',
        body: [
          'somebody tried to sign up with your address, which already has an account. If it was you, log in:',
          at(urls.login()),
          'If you do not remember the password, set a new one:',
          at(urls.forgotPassword()),
          'If it was not you, you need do nothing.',
        ],
      }),
    passwordChanged: (owner: Recipient) =>
      composeMail(owner, {
        subject: 'your password was changed',
        body: [
          'the password of your account was changed, and every other device was logged out.',
          'If it was not you, set a new password at once:',
          at(urls.forgotPassword()),
        ],
      }),
    /** @param path of the page that offers the download */
    exportReady: (owner: Recipient, path: string) =>
      composeMail(owner, {
        subject: 'your data is ready',
        body: [
          'the copy of your data is ready. You can download it within 24 hours, with your password:',
          at(path),
          'If you did not ask for it, change your password:',
          at(urls.changePassword()),
        ],
      }),
    accountDeleted: (owner: Recipient) =>
      composeMail(owner, {
        subject: 'your account was deleted',
        body: [
          'your account was deleted with its apps, its pictures and its profile. This is the last mail to you.',
          `If it was not you, write to ${contactEmail}.`,
        ],
      }),
  };
}

export type Mails = ReturnType<typeof createMails>;
