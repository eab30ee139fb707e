// Single-letter keys of the desk. They do nothing while somebody types, beside a modifier, or under a dialog, and can
// be turned off (WCAG 2.1.4), because speech input and some screen readers send letters of their own.
import { atom } from 'nanostores';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { unsentField } from '../../../lib/client/page/page.ts';
import { readText, removeText, writeText } from '../../../lib/client/storage.ts';
import { deskKeysKey } from '../../../lib/shared/browser-keys/storage-keys.ts';

export interface Shortcut {
  /** `key` of the event: 'j', '/', '?'. */
  key: string;
  /** What it does, as the list of keys says it: 'Next case'. */
  label: string;
  run: () => unknown;
}

const shown = new Set<RefObject<readonly Shortcut[]>>();

/** The keys of the open page. The first component that has a key takes it. */
export const shortcutsOfPage = (): readonly Shortcut[] => {
  const all = [...shown].flatMap(({ current }) => current);
  return all.filter(({ key }, at) => all.findIndex((one) => one.key === key) === at);
};

export const $shortcutsOn = atom(true);

export function turnShortcuts(isOn: boolean): void {
  $shortcutsOn.set(isOn);
  if (isOn) removeText(deskKeysKey);
  else writeText(deskKeysKey, 'off');
}

export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  // Before the paint: a key that is pressed as soon as the page is drawn would otherwise do nothing.
  useLayoutEffect(() => {
    latest.current = shortcuts;
    shown.add(latest);
  });
  useLayoutEffect(() => () => void shown.delete(latest), []);
}

/** Fields that take letters. A menu takes them, too: it looks for an entry that begins with them. */
const typing =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable], dialog';

/** @returns a function that stops listening */
export function startShortcuts(): () => void {
  $shortcutsOn.set(readText(deskKeysKey) !== 'off');
  const press = (event: KeyboardEvent): void => {
    const { key, altKey, ctrlKey, metaKey, isComposing, repeat, defaultPrevented, target } = event;
    if (!$shortcutsOn.get() || altKey || ctrlKey || metaKey || isComposing || defaultPrevented) return;
    if (target instanceof Element && target.closest(typing)) return;
    const shortcut = shortcutsOfPage().find((one) => one.key === key);
    // Holding j or k scrolls through a list; holding another key must not assign twice.
    if (!shortcut || (repeat && !['j', 'k'].includes(key))) return;
    event.preventDefault();
    // '/' also opens the search of the site (search-keys.ts).
    event.stopPropagation();
    shortcut.run();
  };
  document.addEventListener('keydown', press, { capture: true });
  return () => document.removeEventListener('keydown', press, { capture: true });
}

/** Focuses the field with this name, or the first one that matches the selector. */
export function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(`.desk :is(${selector})`)?.focus();
}

/** Opens another page by a key, except while a text waits to be sent: that gets the focus instead. */
export function leaveFor(url: string): void {
  const unsent = unsentField();
  if (unsent) unsent.focus();
  else location.assign(url);
}
