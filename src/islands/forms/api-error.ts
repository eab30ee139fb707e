// Turns a failed API call into the message of a form: the product specification's sentence for the status, and the
// server's own sentence if that says more.
import type { ApiFailure } from '../../lib/client/api/api.ts';
import { contactEmail } from '../../lib/client/page/page.ts';
import { siteMessages } from '../../lib/shared/text/site-messages.ts';

const texts = siteMessages.errors;

export interface ErrorTexts {
  400?: string;
  401?: string;
  other?: string;
  /** Prefers the server's sentence to these, for all statuses or for the listed ones. */
  serverFirst?: boolean | readonly number[];
}

/** Texts of forms that prefer the server's own sentence. */
export const serverFirst: ErrorTexts = { 401: texts.login, other: texts.server, serverFirst: true };

export interface ShownFailure {
  message: string;
  /** The server's own sentence, if the message is another one. */
  detail?: string;
}

export function showFailure(failure: ApiFailure, own: ErrorTexts = serverFirst): ShownFailure {
  if (failure.kind === 'network') return { message: texts.connection };
  const { error, id, status } = failure;
  if (status >= 500) {
    // The sentence of a 503 says when to try again. A fault has an id, by which the operator finds it in the log. A
    // proxy that does not reach the server has neither.
    const isUnreached = [502, 503, 504].includes(status);
    const general = isUnreached ? texts.connection : (own.other ?? texts.network);
    const message = error || (status === 500 ? texts.server : general);
    if (id === undefined) return { message };
    const detail = `Nothing you typed is lost. Try again. If it fails again, write to ${contactEmail()} and quote ${id}.`;
    return { message, detail };
  }
  const { serverFirst: first = false } = own;
  // Only the server's sentence says how long to wait.
  if (error && (status === 429 || (typeof first === 'boolean' ? first : first.includes(status))))
    return { message: error };
  const known = status === 400 || status === 401 ? own[status] : undefined;
  const message = known ?? own.other ?? texts.network;
  return error !== '' && error !== message ? { message, detail: error } : { message };
}
