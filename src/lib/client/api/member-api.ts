// The routes that members use: accounts and logins, profiles, apps and releases, proofs, what a person follows. The
// bodies are the forms' values; the server checks them.
import type { AccessClaims, TokenPair, OwnSessionJson } from '../../shared/schemas/accounts.ts';
import type { AppJson, OwnAppJson, OwnLinksJson } from '../../shared/schemas/apps.ts';
import type {
  ChangedFactors,
  FactorAnswer,
  FactorsJson,
  PasskeyOptions,
} from '../../shared/schemas/factors.ts';
import type {
  FollowInput,
  FollowsJson,
  NoticeSettingsInput,
  NoticesJson,
} from '../../shared/schemas/follow.ts';
import type { CheckProof, OwnProofJson } from '../../shared/schemas/proofs.ts';
import type { OwnUserJson } from '../../shared/schemas/users.ts';
import { freshAccess, refreshSession } from '../session/keep-session.ts';
import { callApi, pagePath, type ApiResult, type Body, type Paged } from './api.ts';

/** Values that may be left out of a request. */
const given = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

type Texts = Record<string, string>;
type Progress = (part: number) => void;

export const accountsApi = {
  signUp: (body: Texts) => callApi<{ id: string }>('POST', '/user/', { body, anonymous: true }),

  logIn: (body: Texts) => callApi<TokenPair>('POST', '/token/', { body, anonymous: true }),

  /** @param id of the pending account; '' if this browser knows none */
  verifyUser: (body: Texts, id: string) =>
    callApi<{ data: TokenPair; reset_token?: string }>('POST', '/user/verify/', {
      body: { ...body, id },
      anonymous: true,
    }),

  /** Sends the session if there is one, so that a verified person is told so instead of being promised a mail. */
  resendRegistrationCode: (email: string, id: string) =>
    callApi('POST', '/user/resend-registration-code/', { body: { email, id } }),

  /** @param earlier request token of this tab's earlier request; '' for none */
  forgotPassword: (body: Texts, earlier: string) =>
    callApi<{ request_token: string }>('POST', '/user/forgot-password/', {
      body: { ...body, ...given({ request_token: earlier }) },
      anonymous: true,
    }),

  /** @param requestToken '' to use the cookie of the request */
  verifyResetCode: (body: Texts, requestToken: string) =>
    callApi<{ reset_token: string }>('POST', '/user/verify-password/', {
      body: given({ ...body, request_token: requestToken }),
      anonymous: true,
    }),

  /** @param resetToken '' to use the cookie of the reset */
  setPassword: (body: Texts, resetToken: string) =>
    callApi('POST', '/user/set-password/', {
      body: { ...body, ...given({ reset_token: resetToken }) },
      anonymous: true,
    }),

  changePassword: (userId: string, body: Texts) =>
    callApi<TokenPair>('POST', `/user/${encodeURIComponent(userId)}/change-password/`, { body }),

  generateStrongPassword: () =>
    callApi<string>('GET', '/user/generate-strong-password/', { anonymous: true }),
};

/** The second step of a login, and the login by passkey alone. */
export const loginApi = {
  /** @param token of the pending login; '' for a passkey alone */
  askPasskey: (token: string) =>
    callApi<PasskeyOptions>('POST', '/token/factor/options/', { body: given({ token }), anonymous: true }),
  complete: (body: Texts) => callApi<TokenPair>('POST', '/token/factor/', { body, anonymous: true }),
};

const factors = '/user/factors/';
const passkey = (id: string): string => `${factors}passkeys/${encodeURIComponent(id)}/`;
const change = (path: string, body: Texts, method: 'POST' | 'PATCH' = 'POST') =>
  callApi<ChangedFactors>(method, path, { body: given(body) });

/** A password is left out ('') where a factor was proved a few minutes ago. */
export const factorsApi = {
  list: () => callApi<FactorsJson>('GET', factors),
  askProof: () => callApi<PasskeyOptions>('POST', `${factors}prove/options/`),
  prove: (answer: FactorAnswer) =>
    callApi<{ proved_at: string }>('POST', `${factors}prove/`, { body: { ...answer } }),
  askNewPasskey: (password: string) =>
    callApi<PasskeyOptions>('POST', `${factors}passkeys/options/`, { body: given({ password }) }),
  addPasskey: (body: Texts) => change(`${factors}passkeys/`, body),
  renamePasskey: (id: string, body: Texts) => change(passkey(id), body, 'PATCH'),
  removePasskey: (id: string, password: string) => change(`${passkey(id)}remove/`, { password }),
  beginAuthenticator: (password: string) =>
    callApi<{ secret: string; uri: string }>('POST', `${factors}authenticator/`, {
      body: given({ password }),
    }),
  confirmAuthenticator: (code: string) => change(`${factors}authenticator/confirm/`, { code }),
  removeAuthenticator: (password: string) => change(`${factors}authenticator/remove/`, { password }),
  makeRecoveryCodes: (password: string) => change(`${factors}recovery-codes/`, { password }),
};

const sessions = '/user/sessions/';

export const sessionsApi = {
  list: (next: string | null) => callApi<Paged<OwnSessionJson>>('GET', pagePath(sessions, {}, next)),

  /** @param id the session to end; '' for all but this one */
  end: (password: string, id: string) =>
    callApi('POST', `${sessions}end/`, { body: { password, ...given({ id }) } }),
};

const user = (id: AccessClaims['user_id'], what = ''): string => `/user/${encodeURIComponent(id)}/${what}`;

export const profilesApi = {
  me: () => callApi<OwnUserJson>('GET', '/user/me/'),

  /** Also refreshes the access token, from which the navigation bar takes the name and the picture. */
  async update(id: string, body: Body, onProgress?: Progress): Promise<ApiResult<OwnUserJson>> {
    const result = await callApi<OwnUserJson>('PATCH', user(id), { body, onProgress });
    const access = result.kind === 'ok' ? await freshAccess() : null;
    if (access !== null) await refreshSession(access);
    return result;
  },

  /** A ZIP of everything. */
  exportData: (id: string, body: Texts) => callApi<Blob>('POST', user(id, 'export/'), { body, isFile: true }),

  deleteAccount: (id: string, body: Texts) => callApi('POST', user(id, 'delete/'), { body }),
};

const app = (id: string, what = ''): string => `/app/${encodeURIComponent(id)}/${what}`;
const screenshot = (id: string, what: string): string => `/app/screenshot/${encodeURIComponent(id)}/${what}`;
const version = (id: string): string => `/app/version/${encodeURIComponent(id)}/`;

export const appsApi = {
  create: (body: FormData, onProgress: Progress) => callApi<AppJson>('POST', '/app/', { body, onProgress }),
  update: (id: string, body: Body, onProgress?: Progress) =>
    callApi<AppJson>('PATCH', app(id), { body, onProgress }),
  remove: (id: string) => callApi('DELETE', app(id)),
  exists: (name: string) =>
    callApi<{ exists: boolean }>('GET', `/app/exists/?name=${encodeURIComponent(name)}`),
  categories: () => callApi<string[]>('GET', '/app/category_list/', { anonymous: true }),
  /** The person's own apps, in every state. */
  own: (next: string | null) => callApi<Paged<OwnAppJson>>('GET', pagePath('/user/listings/', {}, next)),

  replaceScreenshot: (id: string, body: FormData, onProgress: Progress) =>
    callApi('PATCH', screenshot(id, 'update/'), { body, onProgress }),
  removeScreenshot: (id: string) => callApi('DELETE', screenshot(id, 'delete/')),

  addVersion: (body: Texts) => callApi('POST', '/app/version/', { body }),
  updateVersion: (id: string, body: Texts) => callApi('PATCH', version(id), { body }),
  removeVersion: (id: string) => callApi('DELETE', version(id)),

  links: (id: string) => callApi<OwnLinksJson>('GET', app(id, 'links/')),
  proof: (id: string) => callApi<OwnProofJson>('GET', app(id, 'proof/')),
  checkProof: (id: string, { way, repository = '', code = '' }: CheckProof) =>
    callApi<OwnProofJson>('POST', app(id, 'proof/'), { body: { way, ...given({ repository, code }) } }),
};

const notices = '/user/me/notices/';
const follows = '/user/me/follows/';

export const followsApi = {
  follows: () => callApi<FollowsJson>('GET', follows),
  follow: (json: FollowInput) => callApi<FollowsJson>('PUT', follows, { json }),
  notices: () => callApi<NoticesJson>('GET', notices),
  change: (json: NoticeSettingsInput) => callApi<NoticesJson>('PUT', notices, { json }),
};
