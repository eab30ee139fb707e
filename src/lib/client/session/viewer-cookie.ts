// Pages are cached for everyone. A cookie names the person who is logged in, so that visits to one's own pages are not
// counted. It gives no access: the session is the token in local storage.

/** @param userId '' for nobody */
export function noteViewer(userId: string): void {
  const lifetime = userId ? 30 * 24 * 60 * 60 : 0;
  const isSecure = location.protocol === 'https:';
  const [name, secure] = isSecure ? ['__Host-viewer', '; Secure'] : ['viewer', ''];
  document.cookie = `${name}=${userId}; Path=/; Max-Age=${lifetime}; SameSite=Lax${secure}`;
}
