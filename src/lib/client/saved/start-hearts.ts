import { heartPressed, pressedHeartsKey, savedAppsKey } from '../../shared/browser-keys/storage-keys.ts';
import { $session } from '../session/session.ts';
import { readText } from '../storage/browser-storage.ts';

/** The saved apps. Few visitors save any, so the rest is loaded when a heart is pressed, or something may be saved. */
export function startHearts(): void {
  // Without its script the page is as for somebody who has saved nothing, and the notes wait for the next page.
  const show = (): void =>
    void import('./saved-list.ts').then(
      ({ showSaved }) => showSaved(),
      () => undefined,
    );
  addEventListener(heartPressed, show);
  const mayBeSaved = readText(savedAppsKey('')) !== null || readText(pressedHeartsKey) !== null;
  if (mayBeSaved) show();
  else if (!$session.get()) document.querySelector('[data-saved-empty]')?.removeAttribute('hidden');
  $session.subscribe((visitor) => {
    if (visitor) show();
  });
}
