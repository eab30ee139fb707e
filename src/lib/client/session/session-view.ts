// Fills in the parts of a page that differ by visitor, because its bytes are the same for everyone. styles/session.css
// hides the parts that are only for people who are logged in, or only for others.
import type { AccessClaims } from '../../shared/schemas/accounts.ts';
import { initial } from '../../shared/page/placeholder.ts';
import { commonUrls } from '../../shared/addresses/common-urls.ts';
import { late, ownPath } from '../page/page.ts';
import { setFlow } from '../storage.ts';
import { $session, followTokens, readPair, removePair } from './session.ts';

const keeper = () => import('./keep-session.ts');

/** Without its script the tokens are exchanged on a later page. */
const keepSession = (): void => late(keeper(), ({ startSession }) => startSession());

/** Without the script the tokens go all the same; their session ends on the server when they expire. */
const logOut = (): void =>
  void keeper().then(
    (loaded) => loaded.logOut(),
    () => {
      removePair();
      location.reload();
    },
  );

export function startSessionView(): void {
  followTokens();
  $session.subscribe(() => {
    if (readPair()) keepSession();
  });
  const show = (): void => showFor($session.get());
  $session.subscribe(show);
  // A list has grown.
  addEventListener('grown', show);
  document.querySelector('[data-logout]')?.addEventListener('click', logOut);
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && target.closest('[data-verify]'))) return;
    setFlow('verify-email', $session.get()?.email ?? '');
    setFlow('verify-send-code', '1');
  });
}

function showFor(visitor: AccessClaims | null): void {
  const root = document.documentElement.dataset;
  if (visitor) root['account'] = visitor.is_verified ? 'verified' : 'unverified';
  else delete root['account'];
  const face = document.querySelector<HTMLElement>('[data-session-avatar]');
  if (face) showFace(face, visitor);

  const apps = document.querySelector<HTMLAnchorElement>('[data-own-apps]');
  if (apps && visitor) apps.href = commonUrls.userApps(visitor.user_id);
  const profile = document.querySelector<HTMLAnchorElement>('[data-profile-link]')?.href ?? '';
  for (const element of document.querySelectorAll<HTMLElement>('[data-owner-id]')) {
    const { ownerId, ownerOnly, othersOnly, ownText } = element.dataset;
    const own = ownerId === visitor?.user_id;
    if (ownerOnly !== undefined) element.hidden = !own;
    else if (othersOnly !== undefined) element.hidden = own;
    else if (ownText) element.textContent = choose(element, own, ownText, element.textContent);
  }
  // A link to an owner names the account in its address only, because lists have many.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-owner]')) {
    const own = visitor !== null && (link.dataset['everybodys'] ?? link.href).endsWith(`/${visitor.user_id}`);
    link.href = choose(link, own, profile, link.href);
  }
  for (const list of document.querySelectorAll<HTMLElement>('[data-owner-list]')) {
    list.toggleAttribute('data-own', list.dataset['ownerList'] === visitor?.user_id);
  }
}

/** @returns the owner's text or address for the owner; for everybody else the one that the page was rendered with */
function choose(element: HTMLElement, own: boolean, owners: string, shown: string): string {
  const everybodys = (element.dataset['everybodys'] ??= shown);
  return own ? owners : everybodys;
}

/** Shows the picture, or the first letter until it is loaded, and if there is none. */
function showFace(face: HTMLElement, visitor: AccessClaims | null): void {
  const letter = visitor ? initial(visitor.firstname) : '';
  const shown = `${letter}${visitor?.dp ?? ''}`;
  if (face.dataset['shown'] === shown) return;
  face.dataset['shown'] = shown;
  face.textContent = letter;
  if (!visitor?.dp) return;
  const picture = new Image(40, 40);
  picture.alt = '';
  picture.onload = () => {
    if (face.dataset['shown'] === shown) face.replaceChildren(picture);
  };
  picture.src = ownPath(visitor.dp);
}
