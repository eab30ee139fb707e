import { getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { loginSchema, refreshSchema, tokenPairSchema } from '../../../shared/schemas/accounts.ts';
import {
  loginFactorSchema,
  loginOptionsSchema,
  passkeyOptionsSchema,
} from '../../../shared/schemas/factors/factors.ts';
import { secondFactorErrorSchema } from '../errors.ts';
import type { Services } from '../../services.ts';
import { bodyOf, readBody } from '../requests/body.ts';
import { clientOf } from '../requests/caller.ts';
import { createRoute, withoutKey } from '../requests/once.ts';
import { createRouter, jsonOf, refusing, type ApiContext } from '../router.ts';

const tags = ['Sessions'];

const loginRoute = createRoute(
  {
    method: 'post',
    path: '/token/',
    operationId: 'logIn',
    description:
      'After five wrong passwords the next tries are answered 429 for up to 30 seconds. For an account with a second ' +
      'factor the right password is answered 403 with `code` `second_factor`: continue at /token/factor/.',
    tags,
    summary: 'Logs in',
    request: { body: bodyOf(loginSchema) },
    responses: {
      200: jsonOf(tokenPairSchema, 'A new session.'),
      403: jsonOf(secondFactorErrorSchema, 'The account is closed, or has a second factor: `code` says so.'),
      ...refusing(401),
    },
  },
  withoutKey('The tokens of a login are not kept: log in again.'),
);

const refreshRoute = createRoute(
  {
    method: 'post',
    path: '/token/refresh/',
    operationId: 'refreshTokens',
    description: 'Within 10 seconds a used token gives the same successor again; later it ends the session.',
    tags,
    summary: 'Exchanges a refresh token, which works once, for a new pair',
    request: { body: bodyOf(refreshSchema) },
    responses: {
      200: jsonOf(tokenPairSchema, 'The new pair.'),
      ...refusing(401),
    },
  },
  withoutKey('A repeated token gets the same successor for ten seconds.'),
);

const logoutRoute = createRoute(
  {
    method: 'post',
    path: '/logout/',
    operationId: 'logOut',
    description: 'The answer is the same for a token that is over already.',
    tags,
    summary: 'Ends the session of a refresh token',
    request: { body: bodyOf(refreshSchema) },
    responses: { 200: jsonOf(z.object({}), 'The session is over.', {}) },
  },
  withoutKey('A session that is over is answered the same.'),
);

const factorOptionsRoute = createRoute(
  {
    method: 'post',
    path: '/token/factor/options/',
    operationId: 'passkeyLoginOptions',
    description:
      'With the token of a login the options are for the passkeys of its account; a later call replaces them.',
    tags,
    summary: 'Asks for a passkey, as the second step of a login or alone',
    request: { body: bodyOf(loginOptionsSchema) },
    responses: { 200: jsonOf(passkeyOptionsSchema, 'What the browser needs.'), ...refusing(401) },
  },
  withoutKey('A new challenge takes the place of the one before.'),
);

const factorRoute = createRoute(
  {
    method: 'post',
    path: '/token/factor/',
    operationId: 'completeLogin',
    description:
      'Five wrong answers end the login. A passkey without a password must have verified its user, by a fingerprint or a PIN.',
    tags,
    summary: 'Completes a login with a second factor, or logs in with a passkey alone',
    request: { body: bodyOf(loginFactorSchema) },
    responses: { 200: jsonOf(tokenPairSchema, 'A new session.'), ...refusing(401, 403) },
  },
  withoutKey('The tokens of a login are not kept: log in again.'),
);

/** Whether a request is a login that is refused under load, decided by its path so that refusing is cheap. */
export function refusesLogin(path: string, { accounts }: Pick<Services, 'accounts'>): boolean {
  return accounts.isBusy() && /^\/api\/v1\/token\/?$/.test(path);
}

export function createSessionsRouter({ siteUrl }: ApiContext) {
  const secure = siteUrl.startsWith('https:');
  /** Recognizes a device that has logged in, so that a stranger's wrong passwords do not slow it down. */
  const deviceCookie = `${secure ? '__Secure-' : ''}known_device`;
  const cookie = {
    httpOnly: true,
    sameSite: 'Strict',
    secure,
    path: '/api/v1/token',
    maxAge: 90 * 86_400,
  } as const;
  return createRouter()
    .openapi(loginRoute, async (c) => {
      const { accounts } = c.var.services;
      const sent = accounts.openDeviceToken(getCookie(c, deviceCookie));
      const device = sent ?? accounts.newDeviceToken();
      const pair = await accounts.logIn({ ...readBody(c, loginSchema), device }, clientOf(c));
      setCookie(c, deviceCookie, device, cookie);
      return c.json(pair, 200);
    })
    .openapi(factorOptionsRoute, async (c) => {
      const { token } = readBody(c, loginOptionsSchema);
      return c.json(await c.var.services.accounts.beginPasskeyLogin(token, clientOf(c)), 200);
    })
    .openapi(factorRoute, async (c) => {
      const { accounts } = c.var.services;
      const device = accounts.openDeviceToken(getCookie(c, deviceCookie)) ?? accounts.newDeviceToken();
      const pair = await accounts.completeLogin({ ...readBody(c, loginFactorSchema), device }, clientOf(c));
      setCookie(c, deviceCookie, device, cookie);
      return c.json(pair, 200);
    })
    .openapi(refreshRoute, async (c) => {
      const { refresh } = readBody(c, refreshSchema);
      return c.json(await c.var.services.accounts.refreshSession(refresh, clientOf(c)), 200);
    })
    .openapi(logoutRoute, async (c) => {
      await c.var.services.accounts.endSession(readBody(c, refreshSchema).refresh, clientOf(c));
      return c.json({}, 200);
    });
}
