import { heartPressed, pressedHeartsKey } from '../../shared/browser-keys/storage-keys.ts';
import { readJson, writeText } from '../storage/browser-storage.ts';

/**
 * Notes which hearts are pressed, by the ids of their apps. This is in the head, because the script that saves them
 * comes late or not at all (lib/client/saved/): it takes the notes when it comes, be it on another page.
 */
export function notePressedHearts(): void {
  addEventListener('click', ({ target }) => {
    const heart = target instanceof Element ? target.closest<HTMLElement>('[data-heart]') : null;
    if (!heart) return;
    const isSaved = heart.ariaPressed !== 'true';
    heart.ariaPressed = String(isSaved);
    const notes = { ...(readJson(pressedHeartsKey) as object), [heart.dataset['heart'] ?? '']: isSaved };
    writeText(pressedHeartsKey, JSON.stringify(notes));
    dispatchEvent(new Event(heartPressed));
  });
}
