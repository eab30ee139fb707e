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
import { addressScope, once, onceAbout } from '../requests/once.ts';
import { createRouter, type ApiContext, type ApiEnv } from '../router.ts';

const done = { success: true } as const;

const sameAddress = (sent: string | undefined, own: string): boolean =>
  sent === undefined || sent.toLowerCase() === own.toLowerCase();

export function createAccountsRouter({ siteUrl }: ApiContext) {
  const secure = siteUrl.startsWith('https:');
  /** For clients that do not send the token themselves. Only ever sent to the one route that takes it. */
  const resetCookie = `${secure ? '__Secure-' : ''}reset_token`;
  /** The half of a reset that stays with the asker, for a page that was loaded again and for another tab. */
  const requestCookie = `${secure ? '__Secure-' : ''}reset_request`;
  const requestPath = '/api/v1/user/verify-password';

  async function requireOwn(c: Context<ApiEnv>, id: string): Promise<void> {
    const { userId } = await requireCaller(c);
    if (id !== userId) throw new AppError(403, "You can change only your own account's password.");
  }

  return createRouter()
    .openapi(signupRoute, async (c) => {
      const form = readBody(c, signupSchema);
      const signedUp = await once(c, addressScope('sign-up', form.email), ({ run }) =>
        run({
          content: () => [JSON.stringify(form)],
          work: (keep) => c.var.services.accounts.signUp(form, clientOf(c), keep),
          shape: (account: SignedUp) => account,
          accountOf: ({ id }) => id,
        }),
      );
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
      const verified = await onceAbout(
        c,
        about,
        { email, code, id },
        {
          work: () => c.var.services.accounts.verifyAccount(verification, clientOf(c)),
          shape: ({ pair, resetToken }: Verified) => ({
            ...done,
            data: pair,
            ...(resetToken !== null && { reset_token: resetToken }),
          }),
          accountOf: ({ userId }) => userId,
        },
      );
      return c.json(verified, 200);
    })
    .openapi(resendRoute, async (c) => {
      const { email, id } = readBody(c, resendSchema);
      const own = await ownAccount(c, true);
      const names = own !== null && !id && sameAddress(email, own.email);
      // Nobody else is told: it would tell which addresses have an account.
      if (own?.isVerified && sameAddress(email, own.email))
        throw new AppError(409, messages.verifyUser.already);
      await c.var.services.accounts.resendCode({ email, id: names ? own.id : id }, clientOf(c));
      return c.json(done, 200);
    })
    .openapi(forgotRoute, async (c) => {
      const { email, request_token: earlier } = readBody(c, forgotSchema);
      const about = { operation: 'forgot-password', subject: email, lifeMs: codeMinutes * 60_000 };
      const asked = await onceAbout(
        c,
        about,
        { email, earlier },
        {
          work: (keep) => c.var.services.accounts.askReset({ email, earlier }, clientOf(c), keep),
          shape: ({ requestToken }: AskedReset) => ({ ...done, request_token: requestToken }),
          accountOf: ({ userId }) => userId,
        },
      );
      setCookie(c, requestCookie, asked.request_token, {
        httpOnly: true,
        sameSite: 'Strict',
        secure,
        path: requestPath,
        maxAge: codeMinutes * 60,
      });
      return c.json(asked, 200);
    })
    .openapi(resetCodeRoute, async (c) => {
      const { code, request_token: sent } = readBody(c, resetCodeSchema);
      // Two tabs may have asked: this one has its own half, and the cookie that of the last one.
      const requestTokens = [sent, getCookie(c, requestCookie)];
      const lifeMs = resetTokenMinutes * 60_000;
      const about = { operation: 'verify-password', subject: requestTokens.join(), lifeMs };
      const exchanged = await onceAbout(
        c,
        about,
        { code },
        {
          work: () => c.var.services.accounts.verifyResetCode({ code, requestTokens }, clientOf(c)),
          shape: ({ resetToken }: AllowedReset) => ({ ...done, reset_token: resetToken }),
          accountOf: ({ userId }) => userId,
        },
      );
      setCookie(c, resetCookie, exchanged.reset_token, {
        httpOnly: true,
        sameSite: 'Strict',
        secure,
        path: '/api/v1/user/set-password',
        maxAge: resetTokenMinutes * 60,
      });
      setCookie(c, requestCookie, '', { secure, path: requestPath, maxAge: 0 });
      return c.json(exchanged, 200);
    })
    .openapi(setPasswordRoute, async (c) => {
      const { email, password, reset_token: sent } = readBody(c, setPasswordSchema);
      const about = { operation: 'set-password', subject: email };
      const resetToken = sent ?? getCookie(c, resetCookie);
      await onceAbout(
        c,
        about,
        { email, password, sent },
        {
          work: () => c.var.services.accounts.setPassword({ email, password, resetToken }, clientOf(c)),
          shape: () => done,
          accountOf: (userId: string) => userId,
        },
      );
      setCookie(c, resetCookie, '', { secure, path: '/api/v1/user/set-password', maxAge: 0 });
      return c.json(done, 200);
    })
    .openapi(changePasswordRoute, async (c) => {
      const { id } = c.req.valid('param');
      const scope = { name: `change-password:${id}`, accountId: id };
      const changed = await once(c, scope, async ({ isKept, run }) => {
        // The change ended the login of whoever asks again; with the key and both passwords it is theirs.
        if (!isKept) await requireOwn(c, id);
        const form = readBody(c, changePasswordSchema);
        const { current_password: currentPassword, new_password: newPassword } = form;
        const passwords = { userId: id, currentPassword, newPassword };
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
