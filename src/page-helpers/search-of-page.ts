import type { AstroGlobal } from 'astro';
import { brand } from '../lib/shared/page/brand.ts';
import { displayCounts, limits } from '../lib/shared/schemas/limits.ts';
import { emptyPage } from '../lib/shared/schemas/paging.ts';
import { truncate } from '../lib/shared/text/text.ts';
import { attempt, attemptMain } from './attempt.ts';

/** Searches for the text of the address: for the search page, and for its results alone. */
export async function searchOfPage(astro: Pick<AstroGlobal, 'locals' | 'response' | 'url'>) {
  const { page, services } = astro.locals;
  const text = Array.from((astro.url.searchParams.get('q') ?? '').trim())
    .slice(0, limits.searchText)
    .join('');
  const cursor = astro.url.searchParams.get('cursor') || undefined;
  const list = text
    ? await attemptMain(
        astro,
        services.search.browseCards({
          text,
          cursor,
          limit: cursor === undefined ? displayCounts.foundApps : undefined,
          countUpTo: limits.countedOnPages,
        }),
      )
    : emptyPage<never>();
  const isEmpty = text !== '' && list !== null && list.items.length === 0;
  const close = isEmpty ? (await attempt(page, services.search.suggest(text))).value : null;
  const title = text ? `${truncate(text, 40)}: search` : 'Search';
  return { text, title, fullTitle: `${title} | ${brand.name}`, results: { text, cursor, list, close } };
}
