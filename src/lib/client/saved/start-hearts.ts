import { savedAppsKey } from '../../shared/browser-keys/storage-keys.ts';
import { isLoggedIn } from '../session/session.ts';
import { readText } from '../storage/browser-storage.ts';

const load = () => import('./hearts.ts');

/** The hearts of apps. Few visitors save apps, so the rest is loaded when one is pressed, or something may be saved. */
export function startHearts(): void {
  // Without its script the page is as for somebody who has saved nothing.
  if (isLoggedIn() || readText(savedAppsKey('')) !== null)
    load().then(
      ({ showHearts }) => showHearts(),
      () => undefined,
    );
  document.addEventListener('click', ({ target }) => {
    const heart = target instanceof Element ? target.closest('[data-heart]') : null;
    if (!heart) return;
    const isSaved = heart.ariaPressed !== 'true';
    heart.ariaPressed = String(isSaved);
    load().then(
      ({ pressHeart }) => pressHeart(heart, isSaved),
      () => (heart.ariaPressed = String(!isSaved)),
    );
  });
}
