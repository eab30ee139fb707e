// The REST API's client. Answers are results, never exceptions, because a form has to show a refusal and a lost
// network.
import { z } from '../../shared/zod.ts';
import { keyOfWrite, type WriteKey } from './request-keys.ts';
import { freshAccess, refreshSession } from '../session/keep-session.ts';
import { apiBase, formOf } from './session-requests.ts';
import { sendWithProgress } from './upload.ts';

// From here, so that it comes in the file of this client and not in one of its own.
export { doneSchema } from '../../shared/schemas/accounts.ts';

export type ApiResult<Data> =
  | { kind: 'ok'; data: Data }
  /** `error` is the server's sentence for a person, or ''; `fields` has a sentence for each refused field. */
  | {
      kind: 'refused';
      status: number;
      error: string;
      fields: Record<string, string>;
      /** Id of a fault in the server's log. */
      id?: string;
      /** What is missing, for programs: 'second_factor'. */
      code?: string;
      /** With that code after a right password: what the login still needs. */
      second_factor?: unknown;
    }
  /** No answer, or one that is not the API's, such as the login page of a public Wi-Fi. */
  | { kind: 'network' };

/** Checks an answer. Every zod schema is one. */
export interface Parser<Data> {
  safeParse(value: unknown): { success: true; data: Data } | { success: false };
}

interface CallOptions {
  /** Sent as form data. */
  body?: Record<string, string> | FormData;
  /** Sent as JSON instead of a body: lists and the like, which a form cannot hold. */
  json?: object;
  /** Sends no access token. For routes that answer 401 to what was typed. */
  anonymous?: boolean;
  /** Called with the part of the body that was sent, from 0 to 1. Only for a FormData. */
  onProgress?: ((part: number) => void) | undefined;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** @param path below the API's base, with a slash at the end: '/user/me/' */
export async function callApi<Data>(
  method: Method,
  path: string,
  answer: Parser<Data>,
  options: CallOptions = {},
): Promise<ApiResult<Data>> {
  return await call(method, path, options, async (response) => accepted(await response.json(), answer));
}

/** Works as `callApi`, for an answer that is a file. */
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
  { body, json, anonymous = false, onProgress }: CallOptions,
  read: (response: Response) => Promise<ApiResult<Data>>,
): Promise<ApiResult<Data>> {
  const url = apiBase + path;
  let key: WriteKey | null = null;
  const send = (access: string | null): Promise<Response> => {
    const headers: Record<string, string> = {
      ...(access !== null && { authorization: `Bearer ${access}` }),
      ...(key && { 'idempotency-key': key.value }),
    };
    if (json !== undefined)
      return fetch(url, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(json),
      });
    const form = body && formOf(body);
    return form && onProgress
      ? sendWithProgress(url, { method, headers, body: form }, onProgress)
      : fetch(url, { method, headers, body: form ?? null });
  };
  try {
    // Inside the try, because it reads files, which may have been deleted.
    if (method !== 'GET') key = await keyOfWrite(method, path, json ? { json: JSON.stringify(json) } : body);
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
    // The login page of a public Wi-Fi is not an answer of the API.
    if (result.kind === 'ok') key?.answered(response.status);
    return result;
  } catch {
    return { kind: 'network' };
  }
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

function accepted<Data>(body: unknown, answer: Parser<Data>): ApiResult<Data> {
  const parsed = answer.safeParse(body);
  return parsed.success ? { kind: 'ok', data: parsed.data } : { kind: 'network' };
}

/** Takes every body, because a proxy between the browser and the API can refuse as well. */
const refusalSchema = z
  .object({
    error: z.string().catch(''),
    fields: z.record(z.string(), z.unknown()).catch({}).transform(textsOf),
    id: z.string().optional().catch(undefined),
    code: z.string().optional().catch(undefined),
    second_factor: z.unknown().optional(),
  })
  .catch({ error: '', fields: {} });

function textsOf(fields: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

async function refused(response: Response): Promise<ApiResult<never>> {
  const { id, code, ...refusal } = refusalSchema.parse(await response.json().catch(() => null));
  return {
    kind: 'refused',
    status: response.status,
    ...refusal,
    ...(id !== undefined && { id }),
    ...(code !== undefined && { code }),
  };
}
