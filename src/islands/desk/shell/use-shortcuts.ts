import { useLayoutEffect, useRef } from 'react';
import { addShortcuts, type Shortcut } from '../../../lib/client/desk/shortcuts.ts';

/** Adds single-letter keys while the component is shown. The keys and labels must not change; what they do may. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const newest = useRef(shortcuts);
  // Before the paint: a key that is pressed as soon as the page is drawn would otherwise do nothing.
  useLayoutEffect(() => {
    newest.current = shortcuts;
  });
  useLayoutEffect(
    () =>
      addShortcuts(
        newest.current.map(({ key, label }) => ({
          key,
          label,
          run: () => newest.current.find((one) => one.key === key)?.run(),
        })),
      ),
    [],
  );
}
