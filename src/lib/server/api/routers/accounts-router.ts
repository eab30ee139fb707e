import type { Context, MiddlewareHandler } from 'hono';
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
} from '../../../shared/schemas/accounts.ts';
import { messages } from '../../../shared/text/messages.ts';
import { resetTokenMinutes, type AskedReset } from '../../accounts/index.ts';
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
import { done } from '../requests/once.ts';
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

  /** Sets cookies from an answer, also from one that is sent again. */
  const thenSet =
    (set: (c: Context, answer: Record<string, string>) => void): MiddlewareHandler =>
    async (c, next) => {
      await next();
      if (c.res.ok) set(c, (await c.res.clone().json()) as Record<string, string>);
    };
  const router = createRouter();
  router.use(
    forgotRoute.path,
    thenSet((c, { request_token: token = '' }) => {
      setCookie(c, requestCookie, token, { ...cookie, path: requestPath, maxAge: codeMinutes * 60 });
    }),
  );
  router.use(
    resetCodeRoute.path,
    thenSet((c, { reset_token: token = '' }) => {
      setCookie(c, resetCookie, token, { ...cookie, path: resetPath, maxAge: resetTokenMinutes * 60 });
      setCookie(c, requestCookie, '', { secure, path: requestPath, maxAge: 0 });
    }),
  );
  router.use(
    setPasswordRoute.path,
    thenSet((c) => {
      setCookie(c, resetCookie, '', { secure, path: resetPath, maxAge: 0 });
    }),
  );

  return router
    .openapi(signupRoute, async (c) => {
      const form = readBody(c, signupSchema);
      return c.json(await c.var.services.accounts.signUp(form, clientOf(c)), 201);
    })
    .openapi(verifyRoute, async (c) => {
      const { email, code, id } = readBody(c, verifySchema);
      const isNamed = email !== undefined || (id !== undefined && id !== '');
      const own = await ownAccount(c, isNamed);
      const names = own !== null && (id ? own.id === id : sameAddress(email, own.email));
      const verification = {
        email,
        code,
        id: names ? own.id : id,
        ...(names && { sessionId: own.sessionId }),
      };
      const { pair, resetToken, userId } = await c.var.services.accounts.verifyAccount(
        verification,
        clientOf(c),
      );
      c.set('accountId', userId);
      return c.json({ ...done, data: pair, ...(resetToken !== null && { reset_token: resetToken }) }, 200);
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
      const shape = ({ requestToken }: AskedReset) => ({ ...done, request_token: requestToken });
      c.set('shape', shape);
      return c.json(shape(await c.var.services.accounts.askReset({ email, earlier }, clientOf(c))), 200);
    })
    .openapi(resetCodeRoute, async (c) => {
      const { code, email, request_token: sent } = readBody(c, resetCodeSchema);
      // If two tabs asked for a reset, each sends its own token, and the cookie holds the newer one.
      const requestTokens = [sent, getCookie(c, requestCookie)];
      const { resetToken, userId } = await c.var.services.accounts.verifyResetCode(
        { code, email, requestTokens },
        clientOf(c),
      );
      c.set('accountId', userId);
      return c.json({ ...done, reset_token: resetToken }, 200);
    })
    .openapi(setPasswordRoute, async (c) => {
      const { email, password, reset_token: sent } = readBody(c, setPasswordSchema);
      const resetToken = sent ?? getCookie(c, resetCookie);
      await c.var.services.accounts.setPassword({ email, password, resetToken }, clientOf(c));
      return c.json(done, 200);
    })
    .openapi(changePasswordRoute, async (c) => {
      const { id } = c.req.valid('param');
      const sessionId = await requireOwn(c, id);
      const form = readBody(c, changePasswordSchema);
      const { current_password: currentPassword, new_password: newPassword } = form;
      const passwords = { userId: id, sessionId, currentPassword, newPassword };
      const pair = await c.var.services.accounts.changePassword(passwords, clientOf(c));
      c.set('accountId', id);
      return c.json({ ...done, ...pair }, 200);
    })
    .openapi(generateRoute, (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(c.var.services.accounts.generatePassword(), 200);
    });
}
