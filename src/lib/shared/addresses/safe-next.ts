// Runs anywhere. Threat: open redirect. `?next=` comes from whoever made the link, so only a path of this site counts.

/** '//' and '/\' begin another site's address; browsers drop tabs and line breaks before they look. */
const pathOfThisSite = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/** `next` where it is a path of this site, else `otherwise`. */
export function safeNext(next: string | null, otherwise = '/'): string {
  return next !== null && pathOfThisSite.test(next) ? next : otherwise;
}
