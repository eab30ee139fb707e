// Turns a failed API call into the message of a form: the product specification's sentence for the status, and the
// server's own sentence if that says more.
import type { ApiResult } from '../../lib/client/api/api.ts';
import { contactEmail } from '../../lib/client/page/contact-email.ts';
import { messages } from '../../lib/shared/text/messages.ts';

export interface RefusalTexts {
  400?: string;
  401?: string;
  403?: string;
  /** The sentence for any other status. */
  other?: string;
  /** Prefers the server's sentence to these, for all statuses or for the listed ones. */
  serverFirst?: boolean | readonly number[];
}

/** Texts of forms that prefer the server's own sentence. */
export const serverFirst: RefusalTexts = {
  401: messages.errors.login,
  other: messages.errors.server,
  serverFirst: true,
};

type Failure = Exclude<ApiResult<never>, { kind: 'ok' }>;

export interface ShownFailure {
  message: string;
  /** The server's own sentence, if the message is another one. */
  detail?: string;
  /** Sentences beside fields of the form. */
  fields: Record<string, string>;
}

/** @param names of the form's fields; sentences about other fields go into the detail */
export function showFailure(failure: Failure, texts: RefusalTexts, names: string[]): ShownFailure {
  if (failure.kind === 'network') return { message: messages.errors.connection, fields: {} };
  const { error, status } = failure;
  if (status >= 500) return { ...showFault(status, error, texts, failure.id), fields: {} };
  const own = Object.entries(failure.fields).filter(([name]) => names.includes(name));
  const fields = Object.fromEntries(own);
  const message = messageFor(status, error, texts);
  const saysMore = own.length === 0 && error !== '' && error !== message;
  return saysMore ? { message, detail: error, fields } : { message, fields };
}

/**
 * The sentence of a 503 says when to try again. A fault has an id, by which the operator finds it in the log. A proxy
 * that does not reach the server has neither.
 */
function showFault(
  status: number,
  error: string,
  texts: RefusalTexts,
  id?: string,
): Omit<ShownFailure, 'fields'> {
  const { server, connection, network, reference } = messages.errors;
  const isUnreached = [502, 503, 504].includes(status);
  const general = isUnreached ? connection : (texts.other ?? network);
  const message = error || (status === 500 ? server : general);
  return id === undefined ? { message } : { message, detail: reference(id, contactEmail()) };
}

function isServerFirst(status: number, { serverFirst = false }: RefusalTexts): boolean {
  return typeof serverFirst === 'boolean' ? serverFirst : serverFirst.includes(status);
}

function messageFor(status: number, error: string, texts: RefusalTexts): string {
  // Only the server's sentence says how long to wait.
  if ((status === 429 || isServerFirst(status, texts)) && error) return error;
  const known = status === 400 || status === 401 || status === 403 ? texts[status] : undefined;
  return known ?? texts.other ?? messages.errors.network;
}
