// Logging in and out, and one's own logins.
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import {
  loginSchema,
  refreshSchema,
  tokenPairSchema,
  endSessionsSchema,
  ownSessionSchema,
} from '../../../shared/schemas/accounts.ts';
import {
  loginFactorSchema,
  loginOptionsSchema,
  passkeyOptionsSchema,
} from '../../../shared/schemas/factors.ts';
import type { ApiContext } from '../environment.ts';
import { secondFactorErrorSchema } from '../errors.ts';
import { isHashingBusy } from '../../accounts/passwords.ts';
import { newToken, openDeviceToken } from '../../accounts/tokens.ts';
import { anybody, member } from '../middleware/caller.ts';
import { action, answering, operation, pagedSchema, paging, type Operation } from '../operation.ts';

const open = { tag: 'Sessions', who: anybody } as const;
const own = { tag: 'Sessions', who: member } as const;

/** Whether a request is a login that is refused under load, decided by its path so that refusing is cheap. */
export function refusesLogin(path: string): boolean {
  return isHashingBusy() && /^\/api\/v1\/token\/?$/.test(path);
}

export function sessionOperations({ siteUrl }: ApiContext): Operation[] {
  const secure = siteUrl.startsWith('https:');
  /** Recognizes a device that has logged in, so that a stranger's wrong passwords do not slow it down. */
  const deviceCookie = `${secure ? '__Secure-' : ''}known_device`;
  const path = '/api/v1/token';
  const cookie = { httpOnly: true, sameSite: 'Strict', secure, path, maxAge: 90 * 86_400 } as const;

  /** Logs in with the token of the device, which the browser keeps when that succeeds. */
  async function fromDevice<Pair>(c: Context, logIn: (device: string) => Promise<Pair>): Promise<Pair> {
    const device = openDeviceToken(getCookie(c, deviceCookie)) ?? newToken('nbd_');
    const pair = await logIn(device);
    setCookie(c, deviceCookie, device, cookie);
    return pair;
  }

  return [
    operation('POST /token/', 'logIn', {
      ...open,
      summary: 'Logs in',
      description:
        'After five wrong passwords the next tries are answered 429 for up to 30 seconds. For an account with a second ' +
        'factor the right password is answered 403 with `code` `second_factor`: continue at /token/factor/.',
      form: loginSchema,
      key: 'The tokens of a login are not kept: log in again.',
      answer: tokenPairSchema,
      says: 'A new session.',
      answers: {
        403: answering(
          secondFactorErrorSchema,
          'The account is closed, or has a second factor: `code` says so.',
        ),
      },
      refuses: [401],
      run: ({ c, client, form, services }) =>
        fromDevice(c, (device) => services.accounts.logIn({ ...form, device }, client)),
    }),
    operation('POST /token/factor/options/', 'passkeyLoginOptions', {
      ...open,
      summary: 'Asks for a passkey, as the second step of a login or alone',
      description:
        'With the token of a login the options are for the passkeys of its account; a later call replaces them.',
      form: loginOptionsSchema,
      key: 'A new challenge takes the place of the one before.',
      answer: passkeyOptionsSchema,
      says: 'What the browser needs.',
      refuses: [401],
      run: ({ client, form, services }) => services.accounts.beginPasskeyLogin(form.token, client),
    }),
    operation('POST /token/factor/', 'completeLogin', {
      ...open,
      summary: 'Completes a login with a second factor, or logs in with a passkey alone',
      description:
        'Five wrong answers end the login. A passkey without a password must have verified its user, by a fingerprint or a PIN.',
      form: loginFactorSchema,
      key: 'The tokens of a login are not kept: log in again.',
      answer: tokenPairSchema,
      says: 'A new session.',
      refuses: [401, 403],
      run: ({ c, client, form, services }) =>
        fromDevice(c, (device) => services.accounts.completeLogin({ ...form, device }, client)),
    }),
    operation('POST /token/refresh/', 'refreshTokens', {
      ...open,
      summary: 'Exchanges a refresh token, which works once, for a new pair',
      description:
        'Within 10 seconds a used token gives the same successor again; later it ends the session.',
      form: refreshSchema,
      key: 'A repeated token gets the same successor for ten seconds.',
      answer: tokenPairSchema,
      says: 'The new pair.',
      refuses: [401],
      run: ({ client, form, services }) => services.accounts.refreshSession(form.refresh, client),
    }),
    operation('POST /logout/', 'logOut', {
      ...open,
      summary: 'Ends the session of a refresh token',
      description: 'The answer is the same for a token that is over already.',
      form: refreshSchema,
      key: 'A session that is over is answered the same.',
      answer: z.object({}),
      says: 'The session is over.',
      example: {},
      async run({ client, form, services }) {
        await services.accounts.endSession(form.refresh, client);
        return {};
      },
    }),
    operation('GET /user/sessions/', 'listSessions', {
      ...own,
      summary: 'Where one is logged in, newest first',
      description: '`current` marks the session of the request.',
      query: paging,
      answer: pagedSchema(ownSessionSchema, 'PagedSessions'),
      says: 'One page of sessions.',
      run: async ({ caller, page, query, services }) =>
        page(await services.accounts.listOwnSessions(caller, query.cursor), (session) => session),
    }),
    action('POST /user/sessions/end/', 'endSessions', {
      ...own,
      summary: "Ends one of one's own sessions, or all others",
      description: 'With an `id` that session ends, without one all but the current.',
      form: endSessionsSchema,
      says: 'Ended.',
      refuses: [404],
      run: ({ caller, form, services }) => services.accounts.endOwnSessions(caller, form),
    }),
  ];
}
