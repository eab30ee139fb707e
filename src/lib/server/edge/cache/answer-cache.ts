import { urls } from '../../../shared/addresses/urls.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FinishedResponse } from '../answer/finished-response.ts';
import { cacheKey } from './cache-key.ts';
import { createEdgeCache, type EdgeCache } from './edge-cache.ts';
import { createSplitCache } from './split-cache.ts';

/** Maximum size, in all. */
const maxBytes = 32 * 1024 * 1024;
/** Part of it for results of texts that are being typed, most of which nobody asks for again. */
const typedBytes = 2 * 1024 * 1024;

/** The finished answers of one node. @param isOn whether to keep any */
export function createAnswerCache({
  isOn,
  clock,
}: {
  isOn: boolean;
  clock: Clock;
}): EdgeCache<FinishedResponse> {
  const typed = cacheKey('page', { path: urls.searchResults(), query: '' });
  const partOf = (bytes: number) => createEdgeCache<FinishedResponse>({ maxBytes: isOn ? bytes : 0, clock });
  return createSplitCache({
    main: partOf(maxBytes - typedBytes),
    apart: partOf(typedBytes),
    isApart: (key) => key.startsWith(typed),
  });
}
