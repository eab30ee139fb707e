import type { ShelfSlot } from '../../../shared/schemas/moderation/shelves.ts';
import { urls } from '../../../shared/addresses/urls.ts';
import { findListings } from '../../apps/index.ts';
import type { ShelfSource } from './source.ts';

/** The shelf that editors keep in the slot, in their order. An app that is in no list now is left out. */
export function editorsShelf(slot: ShelfSlot): ShelfSource {
  return async ({ reader, editors, unshown }) => {
    const shelf = editors.get(slot);
    if (!shelf) return null;
    const listings = new Map((await findListings(reader, shelf.appIds)).map((app) => [app.id, app]));
    const apps = unshown(shelf.appIds.flatMap((id) => listings.get(id) ?? []));
    return { title: shelf.title, apps, list: urls.picks(), feed: urls.picksFeed() };
  };
}
