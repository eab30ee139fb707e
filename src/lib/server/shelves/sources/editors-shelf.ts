import type { ShelfSlot } from '../../../shared/schemas/shelves.ts';
import { urls } from '../../../shared/addresses/urls.ts';
import { asCards, inOrder } from '../../apps/index.ts';
import type { ShelfSource } from './source.ts';

/** The shelf that editors keep in the slot, in their order. An app that is in no list now is left out. */
export function editorsShelf(slot: ShelfSlot): ShelfSource {
  return async ({ reader, editors, unshown }) => {
    const shelf = editors.get(slot);
    if (!shelf) return null;
    const apps = unshown(await inOrder(asCards, reader, shelf.appIds));
    return { title: shelf.title, apps, list: urls.picks(), feed: urls.picksFeed() };
  };
}
