// The one way from the browser to the REST API. Answers are results, never exceptions: a refusal and a lost network are
// things a form has to show.
import { keyOfWrite, type WriteKey } from './request-keys.ts';
import { freshAccess, refreshSession } from '../session/session.ts';
import { apiBase } from './session-requests.ts';
import { sendWithProgress } from './upload.ts';

export type ApiResult<Data> =
  | { kind: 'ok'; data: Data }
  /** `error` is the server's sentence for a person, '' where it sent none; `fields` has one for each refused field. */
  | {
      kind: 'refused';
      status: number;
      error: string;
      fields: Record<string, string>;
      /** Of a fault: what to look for in the server's log. */
      id?: string;
    }
  /** No answer, or none that the API gives: a café's log-in page answers 200, too. */
  | { kind: 'network' };

/** What an answer must look like; every zod schema is one. */
export interface Parser<Data> {
  safeParse(value: unknown): { success: true; data: Data } | { success: false };
}

interface CallOptions {
  /** Texts go as a url-encoded form; a FormData goes as multipart, with its files. */
  body?: Record<string, string> | FormData;
  /** Sent without the session. For the routes whose own 401 is about what was typed. */
  anonymous?: boolean;
  /** Called with what part of the files, from 0 to 1, has left. Only with a FormData. */
  onProgress?: ((part: number) => void) | undefined;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** @param path below the API's base, with the slash at its end: '/user/me/' */
export async function callApi<Data>(
  method: Method,
  path: string,
  answer: Parser<Data>,
  options: CallOptions = {},
): Promise<ApiResult<Data>> {
  return await call(method, path, options, async (response) => accepted(await response.json(), answer));
}

/** As `callApi`, for an answer that is a file. */
export async function fetchFile(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<ApiResult<Blob>> {
  return await call(method, path, options, async (response) => ({ kind: 'ok', data: await response.blob() }));
}

async function call<Data>(
  method: Method,
  path: string,
  { body, anonymous = false, onProgress }: CallOptions,
  read: (response: Response) => Promise<ApiResult<Data>>,
): Promise<ApiResult<Data>> {
  const url = apiBase + path;
  let key: WriteKey | null = null;
  const send = (access: string | null): Promise<Response> => {
    const headers: Record<string, string> = {
      ...(access !== null && { authorization: `Bearer ${access}` }),
      ...(key && { 'idempotency-key': key.value }),
    };
    if (!(body instanceof FormData))
      return fetch(url, { method, headers, body: body ? new URLSearchParams(body) : null });
    return onProgress
      ? sendWithProgress(url, { method, headers, body }, onProgress)
      : fetch(url, { method, headers, body });
  };
  try {
    // It reads the files, which may be gone by now.
    if (method !== 'GET') key = await keyOfWrite(method, path, body);
    const access = anonymous ? null : await freshAccess();
    let response = await patiently(() => send(access));
    if (response.status === 401 && access !== null) {
      const outcome = await refreshSession(access);
      if (outcome === 'unavailable') return { kind: 'network' };
      if (outcome === 'fresh') response = await send(await freshAccess());
    }
    if (!response.ok) {
      key?.answered(response.status);
      return await refused(response);
    }
    const result = await read(response);
    // What a café's log-in page answers is no answer.
    if (result.kind === 'ok') key?.answered(response.status);
    return result;
  } catch {
    return { kind: 'network' };
  }
}

/** The same request may still be worked on, whose answer was lost: it is asked for again until that is done. */
const conflictTries = 3;

async function patiently(send: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await send();
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    if (response.status !== 409 || !(seconds > 0) || tries === conflictTries) return response;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

function accepted<Data>(body: unknown, answer: Parser<Data>): ApiResult<Data> {
  const parsed = answer.safeParse(body);
  return parsed.success ? { kind: 'ok', data: parsed.data } : { kind: 'network' };
}

/** Something between the browser and the API can refuse as well, in a form of its own. */
async function refused(response: Response): Promise<ApiResult<never>> {
  const body: unknown = await response.json().catch(() => null);
  const { error, fields, id } = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: unknown;
    fields?: unknown;
    id?: unknown;
  };
  return {
    kind: 'refused',
    status: response.status,
    error: typeof error === 'string' ? error : '',
    fields: textsOf(fields),
    ...(typeof id === 'string' && { id }),
  };
}

function textsOf(value: unknown): Record<string, string> {
  const entries: [string, unknown][] =
    typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
