// Requests and responses of the routes that accounts-router.ts handles.
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
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
} from '../../../shared/schemas/accounts.ts';
import { resetTokenMinutes } from '../../accounts/index.ts';
import { bodyOf } from '../requests/body.ts';
import { examples } from '../description/examples.ts';
import { createRoute, ofAnybody, ofNobody } from '../requests/once.ts';
import { doneSchema, idOf, jsonOf, refusing } from '../router.ts';

const tags = ['Accounts'];
/** A cookie that authorizes a step of a reset, in place of a token in the body. */
const cookieNamed = (name: string) => (c: Context) => getCookie(c, name) ?? getCookie(c, name, 'secure');
const optionalBearer = [{}, { bearer: [] }];
const changedSchema = doneSchema.extend(tokenPairSchema.shape).meta({ id: 'PasswordChanged' });

export const signupRoute = createRoute(
  {
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
    },
  },
  ofNobody(),
);

export const verifyRoute = createRoute(
  {
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
      ...refusing(401),
    },
  },
  ofNobody(),
);

export const resendRoute = createRoute(
  {
    method: 'post',
    path: '/user/resend-registration-code/',
    operationId: 'resendRegistrationCode',
    description:
      'Once a minute for one address. A new code replaces earlier codes that were requested from the same network; with the `id` of the sign-up it replaces all earlier codes of that account.',
    tags,
    summary: 'Mails a new registration code, if the address has an unverified account',
    security: optionalBearer,
    request: { body: bodyOf(resendSchema) },
    responses: {
      200: jsonOf(doneSchema, 'Taken, whether the address has an account or not.'),
    },
  },
  ofAnybody,
);

export const forgotRoute = createRoute(
  {
    method: 'post',
    path: '/user/forgot-password/',
    operationId: 'forgotPassword',
    description:
      'Keep `request_token`, or the cookie `reset_request` that is set with it, and send it with the code.',
    tags,
    summary:
      'Mails a reset code, if the address has an account; the answer has the half that stays with the asker',
    request: { body: bodyOf(forgotSchema) },
    responses: {
      200: jsonOf(
        forgotAnswerSchema,
        'Taken, whether the address has an account or not. The token is also set as a cookie.',
      ),
    },
  },
  ofNobody({ lifeMs: codeMinutes * 60_000 }),
);

export const resetCodeRoute = createRoute(
  {
    method: 'post',
    path: '/user/verify-password/',
    operationId: 'verifyPasswordResetCode',
    description:
      'Send `request_token` with the code, or the cookie `reset_request`, or on another device the `email`. The cookie `reset_token` is set for `/user/set-password/`.',
    tags,
    summary: 'Exchanges a reset code for the token that lets its holder set a password',
    request: { body: bodyOf(resetCodeSchema) },
    responses: {
      200: jsonOf(resetAnswerSchema, 'Also set as a cookie.'),
    },
  },
  ofNobody({ lifeMs: resetTokenMinutes * 60_000, proof: cookieNamed('reset_request') }),
);

export const setPasswordRoute = createRoute(
  {
    method: 'post',
    path: '/user/set-password/',
    operationId: 'setPassword',
    description: 'Send `reset_token`, or the cookie of that name.',
    tags,
    summary: 'Sets a new password; every session of the account ends',
    request: { body: bodyOf(setPasswordSchema) },
    responses: { 200: jsonOf(doneSchema, 'The password is set.') },
  },
  ofNobody({ proof: cookieNamed('reset_token') }),
);

export const changePasswordRoute = createRoute(
  {
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
      ...refusing(401, 403),
    },
  },
  /* The change ends the login: both passwords in the body authorize. */ ofNobody(),
);

export const generateRoute = createRoute({
  method: 'get',
  path: '/user/generate-strong-password/',
  operationId: 'generateStrongPassword',
  description: 'Made anew for each request and kept nowhere.',
  tags,
  summary: 'A random password',
  responses: { 200: jsonOf(z.string(), 'The password.', examples.password) },
});
