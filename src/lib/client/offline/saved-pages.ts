import { cacheNames } from '../../shared/browser-keys/offline.ts';
import { siteName } from '../page/site-name.ts';
import { parsePage } from '../page/trusted-types.ts';

/** Lists the pages that can be read offline, newest first. */
export async function listSavedPages(section: HTMLElement): Promise<void> {
  const list = section.querySelector('ul');
  if (!list || !('caches' in window)) return;
  const cache = await caches.open(cacheNames.pages);
  for (const request of (await cache.keys()).toReversed()) {
    const html = (await (await cache.match(request))?.text()) ?? '';
    const saved = parsePage(html);
    const link = document.createElement('a');
    link.href = request.url;
    link.textContent = saved.title.replace(` | ${siteName(saved)}`, '');
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  section.hidden = list.childElementCount === 0;
}

/** Deletes all saved pages and pictures. */
export async function dropSavedPages(): Promise<void> {
  if (!('caches' in window)) return;
  // Browsers refuse in private windows, where nothing is stored.
  const drop = (name: string) => caches.delete(name).catch(() => false);
  await Promise.all([drop(cacheNames.pages), drop(cacheNames.pictures)]);
}
