import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import {
  changePasswordSchema,
  codeMinutes,
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
} from '../../shared/accounts.ts';
import { messages } from '../../shared/messages.ts';
import { AppError } from '../platform/errors.ts';
import type { Services } from '../services.ts';
import { bodyOf, readBody } from './body.ts';
import { findCaller, clientOf, requireCaller } from './caller.ts';
import { examples } from './examples.ts';
import { createRouter, doneSchema, idOf, jsonOf, refusals, type ApiContext } from './router.ts';

const tags = ['Accounts'];
/** It may say which account is meant. */
const optionalBearer = [{}, { bearer: [] }];
const changedSchema = doneSchema.extend(tokenPairSchema.shape).meta({ id: 'PasswordChanged' });
const done = { success: true } as const;
const common = { 400: refusals[400], 429: refusals[429], 503: refusals[503] };

const signupRoute = createRoute({
  method: 'post',
  path: '/user/',
  operationId: 'signUp',
  description:
    'Keep the `id` of the answer: it names the account for `/user/verify/` and `/user/resend-registration-code/`.',
  tags,
  summary: 'Signs up; a code goes to the address. The answer is the same for a taken address',
  request: { body: bodyOf(signupSchema) },
  responses: {
    201: jsonOf(signupAnswerSchema, 'The account, which waits for its address to be verified.'),
    ...common,
  },
});

const verifyRoute = createRoute({
  method: 'post',
  path: '/user/verify/',
  operationId: 'verifyAccount',
  description:
    'Send the `code` with the `email`, with the `id` of the sign-up, or with the bearer token of the account. A code alone is refused with 400: it is tied to one address. Every other session of the account ends.',
  tags,
  summary: 'Verifies an account with the mailed code',
  security: optionalBearer,
  request: { body: bodyOf(verifySchema) },
  responses: {
    200: jsonOf(verifyAnswerSchema, 'Verified, and logged in.'),
    401: refusals[401],
    ...common,
  },
});

const resendRoute = createRoute({
  method: 'post',
  path: '/user/resend-registration-code/',
  operationId: 'resendRegistrationCode',
  description: 'Once a minute for one address. A new code replaces the one before.',
  tags,
  summary: 'Mails a new registration code, if the address has an unverified account',
  security: optionalBearer,
  request: { body: bodyOf(resendSchema) },
  responses: {
    200: jsonOf(doneSchema, 'Taken, whether the address has an account or not.'),
    409: refusals[409],
    ...common,
  },
});

const forgotRoute = createRoute({
  method: 'post',
  path: '/user/forgot-password/',
  operationId: 'forgotPassword',
  description:
    'Keep `request_token`, or the cookie `reset_request` that is set with it: the code works with it alone.',
  tags,
  summary:
    'Mails a reset code, if the address has an account; the answer has the half that stays with the asker',
  request: { body: bodyOf(forgotSchema) },
  responses: {
    200: jsonOf(
      forgotAnswerSchema,
      'Taken, whether the address has an account or not. The token is also set as a cookie.',
    ),
    ...common,
  },
});

const resetCodeRoute = createRoute({
  method: 'post',
  path: '/user/verify-password/',
  operationId: 'verifyPasswordResetCode',
  description:
    'Send `request_token` with the code, or the cookie `reset_request`. The cookie `reset_token` is set for `/user/set-password/`.',
  tags,
  summary:
    'Exchanges a reset code, and the half that stayed with the asker, for the token that lets its holder set a password',
  request: { body: bodyOf(resetCodeSchema) },
  responses: {
    200: jsonOf(resetAnswerSchema, 'Also set as a cookie.'),
    ...common,
  },
});

const setPasswordRoute = createRoute({
  method: 'post',
  path: '/user/set-password/',
  operationId: 'setPassword',
  description: 'Send `reset_token`, or the cookie of that name.',
  tags,
  summary: 'Sets a new password; every session of the account ends',
  request: { body: bodyOf(setPasswordSchema) },
  responses: { 200: jsonOf(doneSchema, 'The password is set.'), ...common },
});

const changePasswordRoute = createRoute({
  method: 'post',
  path: '/user/{id}/change-password/',
  operationId: 'changePassword',
  description: 'The id has to be the own one. The answer is a new session in place of all others.',
  tags,
  summary: "Changes one's own password; every other session ends",
  security: [{ bearer: [] }],
  request: { params: idOf('user'), body: bodyOf(changePasswordSchema) },
  responses: {
    200: jsonOf(changedSchema, 'The password is changed; this is the new session.'),
    401: refusals[401],
    403: refusals[403],
    ...common,
  },
});

const generateRoute = createRoute({
  method: 'get',
  path: '/user/generate-strong-password/',
  operationId: 'generateStrongPassword',
  description: 'Made anew for each request and kept nowhere.',
  tags,
  summary: 'A random password',
  responses: { 200: jsonOf(z.string(), 'The password.', examples.password) },
});

const sameAddress = (sent: string | undefined, own: string): boolean =>
  sent === undefined || sent.toLowerCase() === own.toLowerCase();

/** The account of the bearer token. A bad token is refused only where nothing else says which account is meant. */
async function ownAccount(
  c: Context,
  services: Services,
  isOptional: boolean,
): Promise<{ id: string; email: string; isVerified: boolean; sessionId: string } | null> {
  const caller = isOptional ? await findCaller(c, services) : await requireCaller(c, services);
  const user = caller && (await services.profiles.findOwnUser(caller.userId));
  return user && { id: user.id, email: user.email, isVerified: user.isVerified, sessionId: caller.sessionId };
}

export function createAccountsRouter({ services, siteUrl }: ApiContext) {
  const secure = siteUrl.startsWith('https:');
  /** For clients that do not send the token themselves. Only ever sent to the one route that takes it. */
  const resetCookie = `${secure ? '__Secure-' : ''}reset_token`;
  /** The half of a reset that stays with the asker, for a page that was loaded again and for another tab. */
  const requestCookie = `${secure ? '__Secure-' : ''}reset_request`;
  const requestPath = '/api/v1/user/verify-password';
  const { accounts } = services;
  return createRouter()
    .openapi(signupRoute, async (c) =>
      c.json(await accounts.signUp(readBody(c, signupSchema), clientOf(c)), 201),
    )
    .openapi(verifyRoute, async (c) => {
      const { email, code, id } = readBody(c, verifySchema);
      const isNamed = email !== undefined || (id !== undefined && id !== '');
      const own = await ownAccount(c, services, isNamed);
      const names = own !== null && (id ? own.id === id : sameAddress(email, own.email));
      const { pair, resetToken } = await accounts.verifyAccount(
        { email, code, id: names ? own.id : id, ...(names && { sessionId: own.sessionId }) },
        clientOf(c),
      );
      return c.json({ ...done, data: pair, ...(resetToken !== null && { reset_token: resetToken }) }, 200);
    })
    .openapi(resendRoute, async (c) => {
      const { email, id } = readBody(c, resendSchema);
      const own = await ownAccount(c, services, true);
      const names = own !== null && !id && sameAddress(email, own.email);
      // Nobody else is told: it would tell which addresses have an account.
      if (own?.isVerified && sameAddress(email, own.email))
        throw new AppError(409, messages.verifyUser.already);
      await accounts.resendCode({ email, id: names ? own.id : id }, clientOf(c));
      return c.json(done, 200);
    })
    .openapi(forgotRoute, async (c) => {
      const { email, request_token: earlier } = readBody(c, forgotSchema);
      const requestToken = await accounts.askReset({ email, earlier }, clientOf(c));
      setCookie(c, requestCookie, requestToken, {
        httpOnly: true,
        sameSite: 'Strict',
        secure,
        path: requestPath,
        maxAge: codeMinutes * 60,
      });
      return c.json({ ...done, request_token: requestToken }, 200);
    })
    .openapi(resetCodeRoute, async (c) => {
      const { code, request_token: sent } = readBody(c, resetCodeSchema);
      // Two tabs may have asked: this one has its own half, and the cookie that of the last one.
      const requestTokens = [sent, getCookie(c, requestCookie)];
      const resetToken = await accounts.verifyResetCode({ code, requestTokens }, clientOf(c));
      setCookie(c, resetCookie, resetToken, {
        httpOnly: true,
        sameSite: 'Strict',
        secure,
        path: '/api/v1/user/set-password',
        maxAge: 15 * 60,
      });
      setCookie(c, requestCookie, '', { secure, path: requestPath, maxAge: 0 });
      return c.json({ ...done, reset_token: resetToken }, 200);
    })
    .openapi(setPasswordRoute, async (c) => {
      const { email, password, reset_token: sent } = readBody(c, setPasswordSchema);
      await accounts.setPassword(
        { email, password, resetToken: sent ?? getCookie(c, resetCookie) },
        clientOf(c),
      );
      setCookie(c, resetCookie, '', { secure, path: '/api/v1/user/set-password', maxAge: 0 });
      return c.json(done, 200);
    })
    .openapi(changePasswordRoute, async (c) => {
      const { userId } = await requireCaller(c, services);
      if (c.req.valid('param').id !== userId)
        throw new AppError(403, "You can change only your own account's password.");
      const { current_password: currentPassword, new_password: newPassword } = readBody(
        c,
        changePasswordSchema,
      );
      const pair = await accounts.changePassword({ userId, currentPassword, newPassword }, clientOf(c));
      return c.json({ ...done, ...pair }, 200);
    })
    .openapi(generateRoute, (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(accounts.generatePassword(), 200);
    });
}
