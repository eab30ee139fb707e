import { closedAnnouncementKey } from '../../shared/browser-keys/storage-keys.ts';
import { writeText } from '../storage/browser-storage.ts';

/** Closes the announcement in this browser, until staff write another one. */
export function startAnnouncement(): void {
  const button = document.querySelector<HTMLElement>('[data-close-announcement]');
  button?.addEventListener('click', () => {
    writeText(closedAnnouncementKey, button.dataset['closeAnnouncement'] ?? '');
    document.documentElement.dataset['announcementClosed'] = '';
    // The button is gone: the keyboard goes on at the content.
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  });
}
