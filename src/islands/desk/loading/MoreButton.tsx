import type { LoadedList } from './use-list.ts';

/** Below a list that has more pages. */
export function MoreButton({
  list,
}: {
  list: Pick<LoadedList<unknown>, 'loadMore' | 'moreFailure' | 'isLoadingMore'>;
}) {
  return (
    <>
      {list.moreFailure && (
        <p className="desk-error" role="alert">
          {list.moreFailure.message}
        </p>
      )}
      {list.loadMore && (
        <button
          className="button quiet"
          type="button"
          aria-disabled={list.isLoadingMore}
          aria-busy={list.isLoadingMore}
          onClick={list.loadMore}
        >
          Load more
        </button>
      )}
    </>
  );
}
