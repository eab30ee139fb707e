import { useEffect, useRef, useState } from 'react';
import type { ApiResult } from '../../../lib/client/api/api.ts';
import { showFailure, type ShownFailure } from '../../forms/api-error.ts';
import { useProof } from '../shell/proof-context.ts';
import { useLoaded, type Loaded } from './use-loaded.ts';

export interface ListPage<Item> {
  results: Item[];
  next: string | null;
  count: number;
}

export interface LoadedList<Item> extends Loaded<ListPage<Item>> {
  /** Fetches the page after the last one; null if there is none. */
  loadMore: (() => void) | null;
  moreFailure: ShownFailure | null;
  isLoadingMore: boolean;
}

/** A list of the desk's API, fetched page by page. @param key as for `useLoaded` */
export function useList<Item>(
  key: string,
  fetch: (next: string | null) => Promise<ApiResult<ListPage<Item>>>,
): LoadedList<Item> {
  const prove = useProof();
  const loaded = useLoaded(key, () => fetch(null));
  const [moreFailure, setMoreFailure] = useState<ShownFailure | null>(null);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const { data, setData } = loaded;
  const shown = useRef(data);
  useEffect(() => {
    shown.current = data;
  });

  const loadMore = async (next: string): Promise<void> => {
    if (isLoadingMore) return;
    setLoadingMore(true);
    setMoreFailure(null);
    const result = await prove(() => fetch(next));
    setLoadingMore(false);
    if (result.kind !== 'ok') {
      setMoreFailure(showFailure(result));
      return;
    }
    // The list may have been fetched anew meanwhile.
    const before = shown.current;
    if (before?.next === next)
      setData({ ...result.data, results: [...before.results, ...result.data.results] });
  };

  const next = data?.next ?? null;
  return {
    ...loaded,
    loadMore: next === null ? null : () => void loadMore(next),
    moreFailure,
    isLoadingMore,
  };
}
