import { useRef, useState } from 'react';
import type { Shortcut } from '../../../lib/client/desk/shortcuts.ts';

/**
 * Moves the focus through the rows of a list with j and k: to the link of each row, so that Enter opens it and screen
 * readers read it. Each row is an element with `data-number`.
 */
export function useRowKeys(numbers: readonly string[]) {
  const ref = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const move = (by: 1 | -1): void => {
    const at = current === null ? -1 : numbers.indexOf(current);
    const to = at === -1 ? (by === 1 ? 0 : numbers.length - 1) : at + by;
    const number = numbers[to];
    if (number === undefined) return;
    setCurrent(number);
    const row = ref.current?.querySelector(`[data-number="${CSS.escape(number)}"]`);
    row?.querySelector<HTMLElement>('a')?.focus();
  };
  const shortcuts: Shortcut[] = [
    { key: 'j', label: 'Next row', run: () => move(1) },
    { key: 'k', label: 'Row before', run: () => move(-1) },
  ];
  return { ref, current, setCurrent, shortcuts };
}
