// Pages come from a cache that knows nobody. So that nobody counts as a visitor of their own pages, the browser says
// whose it is in a cookie. It opens nothing: the session is the token in local storage.

/** @param userId '' for nobody */
export function noteViewer(userId: string): void {
  const lifetime = userId ? 30 * 24 * 60 * 60 : 0;
  const isSecure = location.protocol === 'https:';
  const [name, secure] = isSecure ? ['__Host-viewer', '; Secure'] : ['viewer', ''];
  document.cookie = `${name}=${userId}; Path=/; Max-Age=${lifetime}; SameSite=Lax${secure}`;
}
