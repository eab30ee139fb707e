import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestEntry } from '../platform/log.ts';
import { networkClient, type NetworkClient, type Trusts } from './client.ts';
import type { NotAdmitted } from './queue.ts';
import { noBody, type RequestBody } from './request-body.ts';

/** Maximum length of a request target, in bytes. Longer ones get 414 (RFC 9110, section 15.5.15). */
export const maxTargetLength = 8_192;

/** A path, and its query with the '?', or ''. */
export interface Target {
  path: string;
  query: string;
}

/** The path of a refused target is as it was sent: good for the log, and for nothing that depends on the path. */
export type TargetCheck =
  | ({ ok: true } & Target)
  | { ok: false; status: 400 | 414; path: string }
  | { ok: false; status: 308; path: string; location: string };

/** The characters of RFC 3986, section 3.3. A path that starts with '//' would name another host as a reference. */
const readablePath = /^\/(?!\/)[\w.~!$&'()*+,;=:@/%-]*$/;
const escape = /%[\da-f]{2}/gi;
/** Encoded '%', '/', '\' and control characters. */
const ambiguousEscape = /%(?:[01][\da-f]|25|2f|5c|7f)/i;
const dotSegment = /\/\.{1,2}(?:\/|$)/;

/**
 * Reads a request target, once for everything that asks for its path: route, limits, cache and renderer. Each path has
 * one spelling here (RFC 3986, section 6.2.2); other spellings are led to it, so that no reader downstream, each of
 * which decodes in its own way, can take it for another path. Refuses what no spelling can make clear: escapes that are
 * broken, not UTF-8, or of '%', slashes and control characters; and segments '.' and '..', which some readers resolve.
 */
export function checkTarget(sent: string): TargetCheck {
  const target = sent.startsWith('/') ? sent : originForm(sent);
  const sentPath = withoutQuery(target);
  const query = target.slice(sentPath.length);
  const refused = (status: 400 | 414): TargetCheck => ({ ok: false, status, path: sentPath });
  if (sent.length > maxTargetLength) return refused(414);
  if (!readablePath.test(sentPath) || !isReadable(target)) return refused(400);
  // Nearly every request.
  if (!/%|\/[./]/.test(sentPath)) return { ok: true, path: sentPath, query };
  if (ambiguousEscape.test(sentPath)) return refused(400);
  // Clients write the digits of an escape in either case.
  const path = sentPath.replace(escape, (one) => one.toUpperCase());
  const canonical = path.replace(escape, plainOrEscaped).replace(/\/{2,}/g, '/');
  if (dotSegment.test(canonical)) return refused(400);
  return canonical === path
    ? { ok: true, path, query }
    : { ok: false, status: 308, path: sentPath, location: canonical + query };
}

/** The character itself where an escape changes nothing: letters, digits, '-', '.', '_' and '~'. */
function plainOrEscaped(escaped: string): string {
  const character = String.fromCharCode(parseInt(escaped.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : escaped;
}

function isReadable(target: string): boolean {
  if (target.includes('#')) return false;
  if (!target.includes('%')) return true;
  try {
    decodeURIComponent(target);
    return true;
  } catch {
    return false;
  }
}

export function withoutQuery(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? target : target.slice(0, mark);
}

/** A target in absolute form, which every server must take (RFC 9112, section 3.2.2), as path and query only. */
function originForm(target: string): string {
  const match = /^https?:\/\/[^/?#]*/i.exec(target);
  if (!match) return target;
  const rest = target.slice(match[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Whether a proxy in front could have read this head in another way: two Host fields, or a transfer coding that is not
 * only 'chunked' (RFC 9112, sections 3.2 and 6.1). A length beside chunks is refused by the parser itself.
 */
function isAmbiguous({ rawHeaders, headers }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  const coding = headers['transfer-encoding'];
  return hosts > 1 || (coding !== undefined && coding.toLowerCase() !== 'chunked');
}

/** One request and the response to it, read once: everything after asks this, and never `request.url`. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Request id, as in the log and in every answer that reports a fault. */
  readonly id: string;
  readonly target: TargetCheck;
  readonly method: string;
  readonly isRead: boolean;
  /** Whether a proxy in front could have read the head in another way, so that the body may be another request. */
  readonly isAmbiguous: boolean;
  body: RequestBody = noBody;
  readonly #trusts: Trusts;
  #client: NetworkClient | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, id: string, trusts: Trusts) {
    const { method = '', url = '' } = request;
    this.request = request;
    this.response = response;
    this.id = id;
    this.target = checkTarget(url);
    this.method = method;
    this.isRead = method === 'GET' || method === 'HEAD';
    this.isAmbiguous = isAmbiguous(request);
    this.#trusts = trusts;
  }

  get client(): NetworkClient {
    return (this.#client ??= networkClient(this.request, this.#trusts));
  }
}

/** Why a request was refused before anything was rendered for it, as the metrics count it. */
export type Refusal = NotAdmitted | 'reading' | 'token';

export type Sent = Pick<RequestEntry, 'status' | 'bytes'>;

/** How an exchange ended, for the log. */
export interface Outcome extends Sent, Pick<RequestEntry, 'cache' | 'aborted'> {
  refused?: Refusal;
}
