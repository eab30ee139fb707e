/**
 * The path of one of this site's addresses. Pages may load pictures of their own origin only, and a visitor may reach
 * the site by another host name than that of the address.
 */
export function ownPath(url: string): string {
  return new URL(url, location.href).pathname;
}
