// Prevents open redirects: anybody can write a link with `?next=`, so only a path of this site counts.

/**
 * '//' and '/\' begin the address of another site. Control characters are refused because browsers drop some of them
 * first.
 */
const pathOfThisSite = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/** @returns `next` if it is a path of this site, else `otherwise` */
export function safeNext(next: string | null, otherwise = '/'): string {
  return next !== null && pathOfThisSite.test(next) ? next : otherwise;
}
