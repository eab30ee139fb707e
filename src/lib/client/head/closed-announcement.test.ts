import { afterEach, expect, test, vi } from 'vitest';
import { hideClosedAnnouncement } from './closed-announcement.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['Hides an announcement that was closed', 'a', 'a', true],
  ['Shows a newer announcement than the one that was closed', 'b', 'a', false],
  ['Shows an announcement where none was closed', 'b', null, false],
  ['Does nothing on a page without an announcement', undefined, null, false],
])('%s', (_title, announcement, stored, isHidden) => {
  vi.stubGlobal('localStorage', { getItem: () => stored });
  const root: { dataset: DOMStringMap } = { dataset: announcement === undefined ? {} : { announcement } };
  hideClosedAnnouncement(root);
  expect('announcementClosed' in root.dataset).toBe(isHidden);
});
