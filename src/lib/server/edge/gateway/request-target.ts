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
