// What a page shows to its viewer alone. The page's bytes are the same for everyone; this puts the difference in. What is
// for people who are logged in, or not, is hidden by styles/session.css.
import type { AccessClaims } from '../shared/accounts.ts';
import { initial } from '../shared/text.ts';
import { $session, logOut, startSession } from './session.ts';

export function startSessionView(): void {
  startSession();
  const show = (): void => showFor($session.get());
  $session.subscribe(show);
  // More of a list has arrived.
  addEventListener('grown', show);
  document.querySelector('[data-logout]')?.addEventListener('click', logOut);
}

function showFor(viewer: AccessClaims | null): void {
  const root = document.documentElement.dataset;
  if (viewer) root['viewer'] = viewer.is_verified ? 'verified' : 'unverified';
  else delete root['viewer'];
  for (const face of document.querySelectorAll('[data-session-avatar]')) showFace(face, viewer);

  const profile = document.querySelector<HTMLAnchorElement>('[data-profile-link]')?.href;
  for (const element of document.querySelectorAll<HTMLElement>('[data-owner-id]')) {
    const own = element.dataset['ownerId'] === viewer?.user_id;
    if (element.dataset['ownerOnly'] !== undefined) element.hidden = !own;
    else if (element instanceof HTMLAnchorElement) {
      if (profile) swap(element, 'href', own, profile);
    } else if (element.dataset['ownText']) swap(element, 'textContent', own, element.dataset['ownText']);
  }
  for (const list of document.querySelectorAll<HTMLElement>('[data-owner-list]')) {
    list.toggleAttribute('data-own', list.dataset['ownerList'] === viewer?.user_id);
  }
}

/** Puts the owner's text or address in the place of everybody's, and back. */
function swap<Name extends 'href' | 'textContent'>(
  element: Record<Name, string | null> & HTMLElement,
  name: Name,
  own: boolean,
  text: string,
): void {
  const everybodys = (element.dataset['everybodys'] ??= element[name] ?? '');
  element[name] = own ? text : everybodys;
}

function showFace(face: Element, viewer: AccessClaims | null): void {
  const letter = viewer ? initial(viewer.firstname) : '';
  face.replaceChildren(letter);
  if (!viewer?.dp) return;
  const picture = new Image(40, 40);
  picture.alt = '';
  picture.onload = () => {
    face.replaceChildren(picture);
  };
  // By whatever name the visitor reaches the site: pictures of other origins are not allowed on its pages.
  picture.src = new URL(viewer.dp, location.href).pathname;
}
