import { closedAnnouncementKey } from '../../shared/browser-keys/storage-keys.ts';
import { readText } from '../storage/browser-storage.ts';

/** Hides the announcement (`data-announcement` of the root) if it was closed in this browser. */
export function hideClosedAnnouncement({ dataset }: Pick<HTMLElement, 'dataset'>): void {
  const { announcement } = dataset;
  if (announcement !== undefined && announcement === readText(closedAnnouncementKey))
    dataset['announcementClosed'] = '';
}
