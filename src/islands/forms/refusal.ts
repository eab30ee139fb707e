// From an answer of the API to what a form shows: the sentence that the product specification has for the status, and
// the server's own beside it where it says more.
import type { ApiResult } from '../../lib/client/api/api.ts';
import { contactEmail } from '../../lib/client/page/contact-email.ts';
import { messages } from '../../lib/shared/text/messages.ts';

export interface RefusalTexts {
  400?: string;
  401?: string;
  403?: string;
  /** For any other status. */
  other?: string;
  /**
   * Show what the server says in the first place, and `other` only where it says nothing: always, or for these
   * statuses.
   */
  serverFirst?: boolean | readonly number[];
}

type Failure = Exclude<ApiResult<never>, { kind: 'ok' }>;

export interface ShownFailure {
  message: string;
  /** The server's own sentence, where the message leaves it out. */
  detail?: string;
  /** Sentences beside fields of the form. */
  fields: Record<string, string>;
}

/** @param names of the form's fields; what was refused elsewhere goes into the detail */
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
 * A 503 says when to try again. A fault has an id in the log, which the operator needs to find it. A 502 of a proxy
 * has neither, and gets the form's general sentence.
 */
function showFault(
  status: number,
  error: string,
  texts: RefusalTexts,
  id?: string,
): Omit<ShownFailure, 'fields'> {
  const other = texts.other ?? (status === 500 ? messages.errors.server : messages.errors.network);
  const message = error || (status === 500 && !isServerFirst(status, texts) ? messages.errors.server : other);
  return id === undefined ? { message } : { message, detail: messages.errors.reference(id, contactEmail()) };
}

function isServerFirst(status: number, { serverFirst = false }: RefusalTexts): boolean {
  return typeof serverFirst === 'boolean' ? serverFirst : serverFirst.includes(status);
}

function messageFor(status: number, error: string, texts: RefusalTexts): string {
  // How long to wait is in the server's sentence alone.
  if ((status === 429 || isServerFirst(status, texts)) && error) return error;
  const known = status === 400 || status === 401 || status === 403 ? texts[status] : undefined;
  return known ?? texts.other ?? messages.errors.network;
}
