// Signing up, verifying, and passwords.
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import {
  changePasswordSchema,
  forgotAnswerSchema,
  forgotSchema,
  resendSchema,
  resetAnswerSchema,
  resetCodeSchema,
  setPasswordSchema,
  signupAnswerSchema,
  signupSchema,
  tokenPairSchema,
  verifyAnswerSchema,
  verifySchema,
  doneSchema,
} from '../../../shared/schemas/accounts.ts';
import { codeMinutes } from '../../../shared/schemas/limits.ts';
import { messages } from '../../../shared/text/messages.ts';
import { resetTokenMinutes } from '../../accounts/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import type { ApiContext, ApiEnv } from '../environment.ts';
import { anybody, anybodyOrMember, findCaller, member, requireCaller } from '../middleware/caller.ts';
import { done, ofAnybody, ofNobody } from '../middleware/once.ts';
import { action, idOf, operation, type Operation } from '../operation.ts';

const changedSchema = doneSchema.extend(tokenPairSchema.shape).meta({ id: 'PasswordChanged' });

const sameAddress = (sent: string | undefined, own: string): boolean =>
  sent === undefined || sent.toLowerCase() === own.toLowerCase();

/**
 * The account of the bearer token.
 * @param isOptional whether the request names its account otherwise, so that a bad token is no error
 * @throws AppError 401
 */
async function ownAccount(c: Context<ApiEnv>, isOptional: boolean) {
  const caller = isOptional ? await findCaller(c) : await requireCaller(c);
  const user = caller && (await c.var.services.profiles.findOwnUser(caller.userId));
  return user && { id: user.id, email: user.email, isVerified: user.isVerified, sessionId: caller.sessionId };
}

interface StepCookie {
  name: string;
  /** The step that reads it. */
  step: string;
  minutes: number;
}

/** For clients that do not send the token in the body. */
const resetToken: StepCookie = { name: 'reset_token', step: 'set-password', minutes: resetTokenMinutes };
/** The half of a reset that stays with the asker, for a page that was loaded again and for another tab. */
const resetRequest: StepCookie = { name: 'reset_request', step: 'verify-password', minutes: codeMinutes };

const open = { tag: 'Accounts', who: anybody } as const;

export function accountOperations({ siteUrl }: ApiContext): Operation[] {
  const secure = siteUrl.startsWith('https:');
  const sent = (c: Context, { name }: StepCookie) => getCookie(c, name, secure ? 'secure' : undefined);

  /** Also with an answer that is sent again. @param value '' takes it away */
  function setStep(c: Context, { minutes, name, step }: StepCookie, value: string): void {
    setCookie(c, secure ? `__Secure-${name}` : name, value, {
      secure,
      path: `/api/v1/user/${step}`,
      ...(value === '' ? { maxAge: 0 } : { httpOnly: true, sameSite: 'Strict', maxAge: minutes * 60 }),
    });
  }

  return [
    operation('POST /user/', 'signUp', {
      ...open,
      summary: 'Signs up; a code goes to the address. The answer is the same for a taken address',
      description:
        'Keep the `id` of the answer: it names the account for `/user/verify/` and `/user/resend-registration-code/`.',
      form: signupSchema,
      key: ofNobody(),
      status: 201,
      answer: signupAnswerSchema,
      says: 'The account, which waits for its address to be verified.',
      async run({ c, client, form, services }) {
        const account = await services.accounts.signUp(form, client);
        c.set('accountId', account.id);
        return account;
      },
    }),
    operation('POST /user/verify/', 'verifyAccount', {
      tag: 'Accounts',
      summary: 'Verifies an account with the mailed code',
      description:
        'Send the `code` with the `email`, with the `id` of the sign-up, or with the bearer token of the account. A code alone is refused with 400: it is tied to one address. Every other session of the account ends.',
      who: anybodyOrMember,
      form: verifySchema,
      key: ofNobody(),
      answer: verifyAnswerSchema,
      says: 'Verified, and logged in.',
      refuses: [401],
      async run({ c, client, form: { code, email, id }, services }) {
        const isNamed = email !== undefined || (id !== undefined && id !== '');
        const own = await ownAccount(c, isNamed);
        const names = own !== null && (id ? own.id === id : sameAddress(email, own.email));
        const verification = {
          email,
          code,
          id: names ? own.id : id,
          ...(names && { sessionId: own.sessionId }),
        };
        const verified = await services.accounts.verifyAccount(verification, client);
        c.set('accountId', verified.userId);
        const reset = verified.resetToken !== null && { reset_token: verified.resetToken };
        return { ...done, data: verified.pair, ...reset };
      },
    }),
    action('POST /user/resend-registration-code/', 'resendRegistrationCode', {
      tag: 'Accounts',
      summary: 'Mails a new registration code, if the address has an unverified account',
      description:
        'Once a minute for one address. A new code replaces earlier codes that were requested from the same network; with the `id` of the sign-up it replaces all earlier codes of that account.',
      who: anybodyOrMember,
      form: resendSchema,
      key: ofAnybody,
      says: 'Taken, whether the address has an account or not.',
      async run({ c, client, form: { email, id }, services }) {
        const own = await ownAccount(c, true);
        const names = own !== null && !id && sameAddress(email, own.email);
        // Only the account itself is told: to others it would reveal which addresses have an account.
        if (own?.isVerified && sameAddress(email, own.email))
          throw new AppError(409, messages.verifyUser.already);
        await services.accounts.resendCode({ email, id: names ? own.id : id }, client);
      },
    }),
    operation('POST /user/forgot-password/', 'forgotPassword', {
      ...open,
      summary:
        'Mails a reset code, if the address has an account; the answer has the half that stays with the asker',
      description:
        'Keep `request_token`, or the cookie `reset_request` that is set with it, and send it with the code.',
      form: forgotSchema,
      key: ofNobody({ lifeMs: codeMinutes * 60_000 }),
      answer: forgotAnswerSchema,
      says: 'Taken, whether the address has an account or not. The token is also set as a cookie.',
      after: (c, { request_token: token }) => setStep(c, resetRequest, token),
      async run({ c, client, form: { email, request_token: earlier }, services }) {
        const { requestToken, userId } = await services.accounts.askReset({ email, earlier }, client);
        if (userId !== null) c.set('accountId', userId);
        return { ...done, request_token: requestToken };
      },
    }),
    operation('POST /user/verify-password/', 'verifyPasswordResetCode', {
      ...open,
      summary: 'Exchanges a reset code for the token that lets its holder set a password',
      description:
        'Send `request_token` with the code, or the cookie `reset_request`, or on another device the `email`. The cookie `reset_token` is set for `/user/set-password/`.',
      form: resetCodeSchema,
      key: ofNobody({ lifeMs: resetTokenMinutes * 60_000, proof: (c) => sent(c, resetRequest) }),
      answer: resetAnswerSchema,
      says: 'Also set as a cookie.',
      after(c, { reset_token: token }) {
        setStep(c, resetToken, token);
        setStep(c, resetRequest, '');
      },
      async run({ c, client, form: { code, email, request_token: token }, services }) {
        // If two tabs asked for a reset, each sends its own token, and the cookie holds the newer one.
        const requestTokens = [token, sent(c, resetRequest)];
        const verified = await services.accounts.verifyResetCode({ code, email, requestTokens }, client);
        c.set('accountId', verified.userId);
        return { ...done, reset_token: verified.resetToken };
      },
    }),
    operation('POST /user/set-password/', 'setPassword', {
      ...open,
      summary: 'Sets a new password; every session of the account ends',
      description: 'Send `reset_token`, or the cookie of that name.',
      form: setPasswordSchema,
      key: ofNobody({ proof: (c) => sent(c, resetToken) }),
      answer: doneSchema,
      says: 'The password is set.',
      after: (c) => setStep(c, resetToken, ''),
      async run({ c, client, form: { email, password, reset_token: token }, services }) {
        const reset = { email, password, resetToken: token ?? sent(c, resetToken) };
        await services.accounts.setPassword(reset, client);
        return done;
      },
    }),
    operation('POST /user/{id}/change-password/', 'changePassword', {
      tag: 'Accounts',
      summary: "Changes one's own password; every other session ends",
      description: 'The id has to be the own one. The answer is a new session in place of all others.',
      who: member,
      params: idOf('user'),
      form: changePasswordSchema,
      // The change ends the login: both passwords in the body authorize.
      key: ofNobody(),
      answer: changedSchema,
      says: 'The password is changed; this is the new session.',
      refuses: [403],
      async run({ c, caller, form, params, services }) {
        if (params.id !== caller.userId)
          throw new AppError(403, "You can change only your own account's password.");
        const pair = await services.accounts.changePassword(caller, form);
        c.set('accountId', caller.userId);
        return { ...done, ...pair };
      },
    }),
    operation('GET /user/generate-strong-password/', 'generateStrongPassword', {
      ...open,
      summary: 'A random password',
      description: 'Made anew for each request and kept nowhere.',
      answer: z.string(),
      says: 'The password.',
      example: 'vT4mJ0b1vXh2sQrK',
      run({ c, services }) {
        c.header('Cache-Control', 'no-store');
        return services.accounts.generatePassword();
      },
    }),
  ];
}
