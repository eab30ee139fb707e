// Pages come from a cache that knows nobody. So that nobody counts as a visitor of their own pages, the browser says whose it is
// in a cookie. It opens nothing: the session is the token in local storage.

/** @param userId '' for nobody */
export function noteViewer(userId: string): void {
  const lifetime = userId ? 30 * 24 * 60 * 60 : 0;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `viewer=${userId}; Path=/; Max-Age=${lifetime}; SameSite=Lax${secure}`;
}
