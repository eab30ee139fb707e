// The script of the offline page.
import { cacheNames, newAppPath } from '../../shared/browser-keys/offline.ts';
import { draftKey } from '../../shared/browser-keys/storage-keys.ts';
import { parsePage } from './trusted-types.ts';
import { readText } from '../storage.ts';

const along = () => import('../along/take-along.ts');

/** Lets somebody take all apps along, and searches them where that was done. */
export async function showTakenApps(): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-take-along]');
  if (place) place.hidden = place.dataset['takeAlong'] === '';
  place?.querySelector('button')?.addEventListener('click', () => void along().then(({ press }) => press()));
  if ('caches' in window && (await caches.has(cacheNames.along))) await (await along()).showTaken();
}

/** Lists the pages that can be read, newest first. Says at the address of the wizard that its draft is not lost. */
export async function showSavedPages(): Promise<void> {
  const note = document.querySelector<HTMLElement>('[data-draft-note]');
  if (note) note.hidden = location.pathname !== newAppPath || readText(draftKey) === null;
  const section = document.querySelector<HTMLElement>('[data-saved-pages]');
  const list = section?.querySelector('ul');
  if (!section || !list || !('caches' in window)) return;
  const cache = await caches.open(cacheNames.pages);
  for (const request of await cache.keys()) {
    const html = (await (await cache.match(request))?.text()) ?? '';
    const saved = parsePage(html);
    const link = document.createElement('a');
    link.href = request.url;
    link.textContent = saved.querySelector<HTMLMetaElement>('meta[property="og:title"]')?.content ?? '';
    const item = document.createElement('li');
    item.append(link);
    // The newest first.
    list.prepend(item);
  }
  section.hidden = list.childElementCount === 0;
}
