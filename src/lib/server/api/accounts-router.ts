import { createRoute } from '@hono/zod-openapi';
import { getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import {
  changePasswordSchema,
  emailSchema,
  resetAnswerSchema,
  resetCodeSchema,
  setPasswordSchema,
  signupSchema,
  tokenPairSchema,
  verifyAnswerSchema,
  verifySchema,
} from '../../shared/accounts.ts';
import { AppError } from '../platform/errors.ts';
import { bodyOf, readBody } from './body.ts';
import { clientOf, requireCaller } from './caller.ts';
import { createRouter, jsonOf, refusals, type ApiContext } from './router.ts';

const tags = ['Accounts'];
const success = z.object({ success: z.literal(true) });
const done = { success: true } as const;
const common = { 400: refusals[400], 429: refusals[429], 503: refusals[503] };

const signupRoute = createRoute({
  method: 'post',
  path: '/user/',
  tags,
  summary: 'Signs up; a code goes to the address. The answer is the same for a taken address',
  request: { body: bodyOf(signupSchema) },
  responses: {
    201: jsonOf(
      z.object({ id: z.string(), email: z.string(), firstname: z.string(), lastname: z.string() }),
      'The account, if the address was free.',
    ),
    ...common,
  },
});

const verifyRoute = createRoute({
  method: 'post',
  path: '/user/verify/',
  tags,
  summary: 'Verifies an account with the mailed code',
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
  tags,
  summary: 'Mails a new registration code, if the address has an unverified account',
  request: { body: bodyOf(emailSchema) },
  responses: { 200: jsonOf(success, 'Taken, whether the address has an account or not.'), ...common },
});

const forgotRoute = createRoute({
  method: 'post',
  path: '/user/forgot-password/',
  tags,
  summary: 'Mails a reset code, if the address has an account',
  request: { body: bodyOf(emailSchema) },
  responses: { 200: jsonOf(success, 'Taken, whether the address has an account or not.'), ...common },
});

const resetCodeRoute = createRoute({
  method: 'post',
  path: '/user/verify-password/',
  tags,
  summary: 'Exchanges a reset code for the token that lets its holder set a password',
  request: { body: bodyOf(resetCodeSchema) },
  responses: {
    200: jsonOf(resetAnswerSchema, 'Also set as a cookie.'),
    ...common,
  },
});

const setPasswordRoute = createRoute({
  method: 'post',
  path: '/user/set-password/',
  tags,
  summary: 'Sets a new password; every session of the account ends',
  request: { body: bodyOf(setPasswordSchema) },
  responses: { 200: jsonOf(success, 'The password is set.'), ...common },
});

const changePasswordRoute = createRoute({
  method: 'post',
  path: '/user/{id}/change-password/',
  tags,
  summary: "Changes one's own password; every other session ends",
  security: [{ bearer: [] }],
  request: { params: z.object({ id: z.string() }), body: bodyOf(changePasswordSchema) },
  responses: {
    200: jsonOf(success.extend(tokenPairSchema.shape), 'The password is changed; this is the new session.'),
    401: refusals[401],
    403: refusals[403],
    ...common,
  },
});

const generateRoute = createRoute({
  method: 'get',
  path: '/user/generate-strong-password/',
  tags,
  summary: 'A random password',
  responses: { 200: jsonOf(z.string(), 'The password.') },
});

export function createAccountsRouter({ services, siteUrl }: ApiContext) {
  const secure = siteUrl.startsWith('https:');
  /** For clients that do not send the token themselves. Only ever sent to the one route that takes it. */
  const resetCookie = `${secure ? '__Secure-' : ''}reset_token`;
  const { accounts } = services;
  return createRouter()
    .openapi(signupRoute, async (c) =>
      c.json(await accounts.signUp(readBody(c, signupSchema), clientOf(c)), 201),
    )
    .openapi(verifyRoute, async (c) => {
      const { email, code } = readBody(c, verifySchema);
      const address =
        email ??
        (await services.profiles.findOwnUser((await requireCaller(c, services)).userId))?.email ??
        '';
      const data = await accounts.verifyAccount({ email: address, code }, clientOf(c));
      return c.json({ ...done, data }, 200);
    })
    .openapi(resendRoute, async (c) => {
      await accounts.sendCode('registration', readBody(c, emailSchema).email, clientOf(c));
      return c.json(done, 200);
    })
    .openapi(forgotRoute, async (c) => {
      await accounts.sendCode('reset', readBody(c, emailSchema).email, clientOf(c));
      return c.json(done, 200);
    })
    .openapi(resetCodeRoute, async (c) => {
      const resetToken = await accounts.verifyResetCode(readBody(c, resetCodeSchema).code, clientOf(c));
      setCookie(c, resetCookie, resetToken, {
        httpOnly: true,
        sameSite: 'Strict',
        secure,
        path: '/api/v1/user/set-password',
        maxAge: 15 * 60,
      });
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
