import type { ReadableAtom } from 'nanostores';
import { useSyncExternalStore } from 'react';

/** The value of a store; `initial` while the server renders. */
export function useStore<Value>(store: ReadableAtom<Value>, initial: Value): Value {
  return useSyncExternalStore(
    (listener) => store.listen(listener),
    () => store.get(),
    () => initial,
  );
}
