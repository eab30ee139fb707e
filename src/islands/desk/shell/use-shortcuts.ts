import { useEffect, useRef } from 'react';
import { addShortcuts, type Shortcut } from '../../../lib/client/desk/shortcuts.ts';

/** Adds single-letter keys while the component is shown. The keys and labels must not change; what they do may. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const newest = useRef(shortcuts);
  useEffect(() => {
    newest.current = shortcuts;
  });
  useEffect(
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
