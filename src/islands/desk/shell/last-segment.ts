/** @returns the last part of the page's path: the number of a case, the id of an account */
export function lastSegment(): string {
  return decodeURIComponent(location.pathname.replace(/\/+$/, '').split('/').at(-1) ?? '');
}
