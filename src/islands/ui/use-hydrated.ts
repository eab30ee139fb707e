import { useState, useSyncExternalStore } from 'react';
import { urls, withParameter } from '../../lib/shared/addresses/urls.ts';

const never = () => () => undefined;

/** Whether React has hydrated the page that the server rendered. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Given as `ref` of what takes the place of the element with the focus. */
export const focusAtOnce = (element: HTMLElement | null): void => element?.focus();

/** The address of the login or the sign-up that leads to `next()` afterwards. */
export function useLeadingTo(path: string, next: () => string): string {
  const to = useHydrated() ? next() : urls.home();
  return to === urls.home() ? path : withParameter(path, 'next', to);
}

/** @returns what to say of the last try to copy the text, and what tries it */
export function useCopy(text: string, refused: string): [note: string, copy: () => void] {
  const [note, setNote] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setNote('Copied.');
    } catch {
      // Some browsers refuse the clipboard; the text stays on the page.
      setNote(refused);
    }
  };
  return [note, () => void copy()];
}
