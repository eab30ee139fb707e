import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import {
  changePasswordSchema,
  codeMinutes,
  forgotSchema,
  resendSchema,
  resetCodeSchema,
  setPasswordSchema,
  signupSchema,
  verifySchema,
  type TokenPair,
} from '../../../shared/schemas/accounts.ts';
import { messages } from '../../../shared/text/messages.ts';
import {
  resetTokenMinutes,
  type AllowedReset,
  type AskedReset,
  type SignedUp,
  type Verified,
} from '../../accounts/index.ts';
import { AppError } from '../../platform/errors.ts';
import {
  changePasswordRoute,
  forgotRoute,
  generateRoute,
  resendRoute,
  resetCodeRoute,
  setPasswordRoute,
  signupRoute,
  verifyRoute,
} from './accounts-routes.ts';
import { readBody } from '../requests/body.ts';
import { clientOf, ownAccount, requireCaller } from '../requests/caller.ts';
import { once } from '../requests/once.ts';
import { done, onceAbout } from '../requests/once-writes.ts';
import { createRouter, type ApiContext, type ApiEnv } from '../router.ts';

const sameAddress = (sent: string | undefined, own: string): boolean =>
  sent === undefined || sent.toLowerCase() === own.toLowerCase();

export function createAccountsRouter({ siteUrl }: ApiContext) {
  const secure = siteUrl.startsWith('https:');
  /** For clients that do not send the token in the body. */
  const resetCookie = `${secure ? '__Secure-' : ''}reset_token`;
  /** The half of a reset that stays with the asker, for a page that was loaded again and for another tab. */
  const requestCookie = `${secure ? '__Secure-' : ''}reset_request`;
  const requestPath = '/api/v1/user/verify-password';
  const resetPath = '/api/v1/user/set-password';
  const cookie = { httpOnly: true, sameSite: 'Strict', secure } as const;

  async function requireOwn(c: Context<ApiEnv>, id: string): Promise<string> {
    const { userId, sessionId } = await requireCaller(c);
    if (id !== userId) throw new AppError(403, "You can change only your own account's password.");
    return sessionId;
  }

  return createRouter()
    .openapi(signupRoute, async (c) => {
      const form = readBody(c, signupSchema);
      const signedUp = await onceAbout(c, { operation: 'sign-up', subject: form.email }, form, {
        work: (keep) => c.var.services.accounts.signUp(form, clientOf(c), keep),
        shape: (account: SignedUp) => account,
        accountOf: ({ id }) => id,
      });
      return c.json(signedUp, 201);
    })
    .openapi(verifyRoute, async (c) => {
      const { email, code, id } = readBody(c, verifySchema);
      const isNamed = email !== undefined || (id !== undefined && id !== '');
      const own = await ownAccount(c, isNamed);
      const names = own !== null && (id ? own.id === id : sameAddress(email, own.email));
      const about = { operation: 'verify', subject: email ?? own?.id ?? '' };
      const verification = {
        email,
        code,
        id: names ? own.id : id,
        ...(names && { sessionId: own.sessionId }),
      };
      const form = { email, code, id };
      const verified = await onceAbout(c, about, form, {
        work: () => c.var.services.accounts.verifyAccount(verification, clientOf(c)),
        shape: ({ pair, resetToken }: Verified) => ({
          ...done,
          data: pair,
          ...(resetToken !== null && { reset_token: resetToken }),
        }),
        accountOf: ({ userId }) => userId,
      });
      return c.json(verified, 200);
    })
    .openapi(resendRoute, async (c) => {
      const { email, id } = readBody(c, resendSchema);
      const own = await ownAccount(c, true);
      const names = own !== null && !id && sameAddress(email, own.email);
      // Only the account itself is told: to others it would reveal which addresses have an account.
      if (own?.isVerified && sameAddress(email, own.email))
        throw new AppError(409, messages.verifyUser.already);
      await c.var.services.accounts.resendCode({ email, id: names ? own.id : id }, clientOf(c));
      return c.json(done, 200);
    })
    .openapi(forgotRoute, async (c) => {
      const { email, request_token: earlier } = readBody(c, forgotSchema);
      const about = { operation: 'forgot-password', subject: email, lifeMs: codeMinutes * 60_000 };
      const form = { email, earlier };
      const asked = await onceAbout(c, about, form, {
        work: (keep) => c.var.services.accounts.askReset(form, clientOf(c), keep),
        shape: ({ requestToken }: AskedReset) => ({ ...done, request_token: requestToken }),
        accountOf: ({ userId }) => userId,
      });
      const maxAge = codeMinutes * 60;
      setCookie(c, requestCookie, asked.request_token, { ...cookie, path: requestPath, maxAge });
      return c.json(asked, 200);
    })
    .openapi(resetCodeRoute, async (c) => {
      const { code, email, request_token: sent } = readBody(c, resetCodeSchema);
      // If two tabs asked for a reset, each sends its own token, and the cookie holds the newer one.
      const requestTokens = [sent, getCookie(c, requestCookie)];
      const lifeMs = resetTokenMinutes * 60_000;
      const about = { operation: 'verify-password', subject: [...requestTokens, email].join(), lifeMs };
      const exchanged = await onceAbout(
        c,
        about,
        { code },
        {
          work: () => c.var.services.accounts.verifyResetCode({ code, email, requestTokens }, clientOf(c)),
          shape: ({ resetToken }: AllowedReset) => ({ ...done, reset_token: resetToken }),
          accountOf: ({ userId }) => userId,
        },
      );
      const maxAge = resetTokenMinutes * 60;
      setCookie(c, resetCookie, exchanged.reset_token, { ...cookie, path: resetPath, maxAge });
      setCookie(c, requestCookie, '', { secure, path: requestPath, maxAge: 0 });
      return c.json(exchanged, 200);
    })
    .openapi(setPasswordRoute, async (c) => {
      const { email, password, reset_token: sent } = readBody(c, setPasswordSchema);
      const about = { operation: 'set-password', subject: email };
      const resetToken = sent ?? getCookie(c, resetCookie);
      const form = { email, password, sent };
      await onceAbout(c, about, form, {
        work: () => c.var.services.accounts.setPassword({ email, password, resetToken }, clientOf(c)),
        shape: () => done,
        accountOf: (userId: string) => userId,
      });
      setCookie(c, resetCookie, '', { secure, path: resetPath, maxAge: 0 });
      return c.json(done, 200);
    })
    .openapi(changePasswordRoute, async (c) => {
      const { id } = c.req.valid('param');
      const scope = { name: `change-password:${id}`, accountId: id };
      const changed = await once(c, scope, async ({ isKept, run }) => {
        // The change ended the login, so a repeated request is authorized by its key and both passwords.
        const sessionId = isKept ? null : await requireOwn(c, id);
        const form = readBody(c, changePasswordSchema);
        const { current_password: currentPassword, new_password: newPassword } = form;
        const passwords = { userId: id, sessionId, currentPassword, newPassword };
        return await run({
          content: () => [JSON.stringify(form)],
          work: async () => await c.var.services.accounts.changePassword(passwords, clientOf(c)),
          shape: (pair: TokenPair) => ({ ...done, ...pair }),
        });
      });
      return c.json(changed, 200);
    })
    .openapi(generateRoute, (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(c.var.services.accounts.generatePassword(), 200);
    });
}
