// The REST API's client. Answers are results, never exceptions, because a form has to show an API error and a lost
// network. They are not checked against the schemas: the server that sends them has the same ones.
import type { TokenPair } from '../../shared/schemas/accounts.ts';
import type { AppJson } from '../../shared/schemas/apps.ts';
import type { FactorAnswer } from '../../shared/schemas/factors.ts';
import type { NoticeSettingsInput, NoticesJson } from '../../shared/schemas/follow.ts';
import type { OwnUserJson } from '../../shared/schemas/users.ts';
import { apiBase, fetchWithLogin, freshAccess, refreshSession } from '../session/keep-session.ts';
import { keyOfWrite } from './request-keys.ts';

export interface ApiError {
  kind: 'error';
  status: number;
  /** The server's sentence for a person, or ''. */
  error: string;
  fields: Record<string, string>;
  /** Id of a fault in the server's log. */
  id?: string;
  /** What is missing, for programs: 'second_factor'. */
  code?: string;
  /** With that code after a right password: what the login still needs. */
  second_factor?: unknown;
}

export type ApiFailure =
  | ApiError
  /** No answer, or one that is not the API's, such as the login page of a public Wi-Fi. */
  | { kind: 'network' };

export type ApiResult<Data> = { kind: 'ok'; data: Data } | ApiFailure;

/** A value that is undefined is not sent. */
export type Body = Partial<Record<string, string | undefined>> | FormData;

interface CallOptions {
  body?: Body;
  /** Sent as JSON instead of a body: lists and the like, which a form cannot hold. */
  json?: object;
  anonymous?: boolean;
  /** Whether the answer is a file: a Blob instead of JSON. */
  isFile?: boolean;
  onProgress?: ((part: number) => void) | undefined;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** @param path below the API's base, with a slash at the end: '/user/me/' */
export async function callApi<Data>(
  method: Method,
  path: string,
  { body, json, anonymous = false, isFile = false, onProgress }: CallOptions = {},
): Promise<ApiResult<Data>> {
  try {
    // Inside the try, because it reads files, which may have been deleted.
    const text = json && JSON.stringify(json);
    const form = body && formOf(body);
    const key = method === 'GET' ? null : await keyOfWrite(method, path, text ? { json: text } : form);
    const init = {
      method,
      headers: {
        ...(key && { 'idempotency-key': key.value }),
        ...(json && { 'content-type': 'application/json' }),
      },
      body: text ?? form ?? null,
    };
    const send = onProgress
      ? (url: string, request: RequestInit) => sendWithProgress(url, request, onProgress)
      : fetch;
    const url = apiBase + path;
    const response = await patiently(() => (anonymous ? send(url, init) : fetchWithLogin(url, init, send)));
    if (!response.ok) {
      key?.answered(response.status);
      return await errorOf(response);
    }
    // The login page of a public Wi-Fi is no JSON, and throws.
    const data = (await (isFile ? response.blob() : response.json())) as Data;
    key?.answered(response.status);
    return { kind: 'ok', data };
  } catch {
    return { kind: 'network' };
  }
}

/** For routes that answer 401 to what was typed. */
export const postAnonymously = <Data>(path: string, body: Body) =>
  callApi<Data>('POST', path, { body, anonymous: true });

function formOf(body: Body): FormData {
  if (body instanceof FormData) return body;
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) if (value !== undefined) form.set(name, value);
  return form;
}

const conflictTries = 3;

/** Repeats a request that is answered 409 with `retry-after`: the server is still processing it from an earlier try. */
async function patiently(send: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await send();
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    if (response.status !== 409 || !(seconds > 0) || tries === conflictTries) return response;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

/** Takes every body, because a proxy between the browser and the API can refuse as well. */
async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as Partial<ApiError> | null;
  const { error, fields, ...rest } = body ?? {};
  return {
    ...rest,
    kind: 'error',
    status: response.status,
    error: typeof error === 'string' ? error : '',
    fields: typeof fields === 'object' ? fields : {},
  };
}

/**
 * Works as `fetch`, and reports the progress of the body, which only XMLHttpRequest can do.
 * @param onProgress called with the part of the body that was sent, from 0 to 1
 */
function sendWithProgress(
  url: string,
  { method = 'POST', headers, body }: RequestInit,
  onProgress: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    request.upload.onload = () => onProgress(1);
    request.onload = () => {
      const { status, responseText } = request;
      const retryAfter = request.getResponseHeader('retry-after');
      const answered = new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter });
      resolve(new Response(responseText || null, { status, headers: answered }));
    };
    request.onerror =
      request.onabort =
      request.ontimeout =
        () => reject(new TypeError('The request failed.'));
    request.send(body as FormData);
  });
}

/** One page of a list. `next` is the address of the page after it. */
export interface Paged<Item> {
  results: Item[];
  next: string | null;
  count: number;
}

/**
 * @param filter left out where empty
 * @param next the `next` of the page before; null for the first page
 */
export function pagePath(
  path: string,
  filter: Partial<Record<string, string | number>>,
  next: string | null,
): string {
  if (next !== null) return path + new URL(next).search;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined && value !== '') query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** Milliseconds that a browser may take to start a download. */
const startWithinMs = 60_000;

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), startWithinMs);
}

// Calls that several screens make.

export const findMe = () => callApi<OwnUserJson>('GET', '/user/me/');

/** Also refreshes the access token, from which the navigation bar takes the name and the picture. */
export async function updateProfile(
  id: string,
  body: Body,
  onProgress?: CallOptions['onProgress'],
): Promise<ApiResult<OwnUserJson>> {
  const result = await callApi<OwnUserJson>('PATCH', `/user/${id}/`, { body, onProgress });
  const access = result.kind === 'ok' ? await freshAccess() : null;
  if (access !== null) await refreshSession(access);
  return result;
}

export const updateApp = (id: string, body: Body, onProgress?: CallOptions['onProgress']) =>
  callApi<AppJson>('PATCH', `/app/${id}/`, { body, onProgress });

/** The second step of a login, or a login by passkey alone. */
export const completeLogin = (body: Body) => postAnonymously<TokenPair>('/token/factor/', body);

export const proveFactor = (answer: FactorAnswer) =>
  callApi<{ proved_at: string }>('POST', '/user/factors/prove/', { body: { ...answer } });

export const changeNotices = (json: NoticeSettingsInput) =>
  callApi<NoticesJson>('PUT', '/user/me/notices/', { json });
