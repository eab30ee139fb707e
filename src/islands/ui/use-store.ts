import type { ReadableAtom } from 'nanostores';
import { useSyncExternalStore } from 'react';

/** What a store holds; `initial` in the page as it comes from the server. */
export function useStore<Value>(store: ReadableAtom<Value>, initial: Value): Value {
  return useSyncExternalStore(
    (listener) => store.listen(listener),
    () => store.get(),
    () => initial,
  );
}
