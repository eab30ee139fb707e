import { heartPressed, pressedHeartsKey, savedAppsKey } from '../../shared/browser-keys/storage-keys.ts';
import { isLoggedIn } from '../session/session.ts';
import { readText } from '../storage/browser-storage.ts';

/** The hearts of apps. Few visitors save apps, so the rest is loaded when one is pressed, or something may be saved. */
export function startHearts(): void {
  // Without its script the page is as for somebody who has saved nothing, and the notes wait for the next page.
  const show = (): void =>
    void import('./hearts.ts').then(
      ({ showHearts }) => showHearts(),
      () => undefined,
    );
  addEventListener(heartPressed, show);
  if (isLoggedIn() || readText(savedAppsKey('')) !== null || readText(pressedHeartsKey) !== null) show();
}
