/** Maximum length of a request target, in bytes. Longer ones get 414 (RFC 9110, section 15.5.15). */
export const maxTargetLength = 8_192;

export type TargetCheck = { ok: true; path: string; query: string } | { ok: false; status: 400 | 414 };

const badTarget: TargetCheck = { ok: false, status: 400 };

/**
 * Splits a request target in origin form, as `originForm` gives it, into path and query (with its '?', or '').
 * Refuses what could mean different things to different readers: broken or non-UTF-8 percent escapes, control
 * characters, backslashes, a path that starts with '//', which would name another host when read as a reference, and
 * segments '.' and '..', encoded or not, which some readers resolve and others keep.
 */
export function checkTarget(target: string): TargetCheck {
  if (target.length > maxTargetLength) return { ok: false, status: 414 };
  if (!target.startsWith('/') || target.startsWith('//') || target.includes('#')) return badTarget;
  const path = withoutQuery(target);
  const query = target.slice(path.length);
  let decodedPath: string;
  try {
    decodedPath = decodeURIComponent(path);
    decodeURIComponent(query);
  } catch {
    return badTarget;
  }
  const isBad = /[\u0000-\u001f\u007f\\]/.test(decodedPath) || /\/\.{1,2}(?:\/|$)/.test(decodedPath);
  return isBad ? badTarget : { ok: true, path, query };
}

export function withoutQuery(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? target : target.slice(0, mark);
}

/** A target in absolute form, which every server must take (RFC 9112, section 3.2.2), as path and query only. */
export function originForm(target: string): string {
  const match = /^https?:\/\/[^/?#]*/i.exec(target);
  if (!match) return target;
  const rest = target.slice(match[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
