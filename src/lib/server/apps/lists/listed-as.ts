import type { AppListing } from '../../../shared/schemas/apps.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import type { Reader } from '../../platform/reads/reader.ts';
import { findAppPage, findListings } from '../app-queries.ts';
import {
  findCardPage,
  findCards,
  findOwnedCardPage,
  findOwnedCards,
  type ListedCard,
  type OwnedCard,
} from '../cards/card-queries.ts';
import type { AppPageQuery } from './filtered-app-queries.ts';

/** What a list reads of its apps. */
export interface ListedAs<Item> {
  /** The listed apps with these ids, in any order. */
  find(reader: Reader, ids: string[]): Promise<Item[]>;
  /** @throws AppError 400 for an invalid cursor */
  findPage(reader: Reader, query: AppPageQuery): Promise<Page<Item>>;
}

/** Everything, for the API and feeds. */
export const asListings: ListedAs<AppListing> = { find: findListings, findPage: findAppPage };
/** What a card shows, for pages: with its owner, or without. */
export const asOwnedCards: ListedAs<OwnedCard> = { find: findOwnedCards, findPage: findOwnedCardPage };
export const asCards: ListedAs<ListedCard> = { find: findCards, findPage: findCardPage };

/** The listed apps with these ids, in this order. */
export async function inOrder<Item extends { id: string }>(
  as: ListedAs<Item>,
  reader: Reader,
  ids: string[],
): Promise<Item[]> {
  const apps = new Map((await as.find(reader, ids)).map((app) => [app.id, app]));
  return ids.flatMap((id) => apps.get(id) ?? []);
}
