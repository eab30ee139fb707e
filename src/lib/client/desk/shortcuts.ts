// Single-letter keys of the desk. They do nothing while somebody types, beside a modifier, or under a dialog, and can
// be turned off (WCAG 2.1.4), because speech input and some screen readers send letters of their own.
import { atom } from 'nanostores';
import { deskKeysKey } from '../../shared/browser-keys/storage-keys.ts';
import { readText, removeText, writeText } from '../storage.ts';

export interface Shortcut {
  /** `key` of the event: 'j', '/', '?'. */
  key: string;
  /** What it does, as the list of keys says it: 'Next case'. */
  label: string;
  run: () => void;
}

/** The keys of the open page, in the order in which they are listed. */
export const $shortcuts = atom<readonly Shortcut[]>([]);

export const $shortcutsOn = atom(true);

/** @returns a function that removes them */
export function addShortcuts(shortcuts: readonly Shortcut[]): () => void {
  $shortcuts.set([...$shortcuts.get(), ...shortcuts]);
  return () => $shortcuts.set($shortcuts.get().filter((one) => !shortcuts.includes(one)));
}

export function turnShortcuts(isOn: boolean): void {
  $shortcutsOn.set(isOn);
  if (isOn) removeText(deskKeysKey);
  else writeText(deskKeysKey, 'off');
}

/** Fields that take letters. A menu takes them, too: it looks for an entry that begins with them. */
const typing = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select';

/** What a key press means to the shortcuts. `target` is the element with the focus. */
type Press = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'repeat' | 'defaultPrevented'
> & { target: { closest(selector: string): unknown } | null };

export function findShortcut(press: Press, shortcuts: readonly Shortcut[]): Shortcut | undefined {
  if (press.altKey || press.ctrlKey || press.metaKey || press.isComposing || press.defaultPrevented) return;
  if (press.target?.closest(`${typing}, [contenteditable], dialog`)) return;
  const found = shortcuts.find(({ key }) => key === press.key);
  // Holding j or k scrolls through a list; holding another key must not claim twice.
  return press.repeat && !['j', 'k'].includes(press.key) ? undefined : found;
}

/** @returns a function that stops listening */
export function startShortcuts(): () => void {
  $shortcutsOn.set(readText(deskKeysKey) !== 'off');
  const press = (event: KeyboardEvent): void => {
    if (!$shortcutsOn.get()) return;
    const target = event.target instanceof Element ? event.target : null;
    const { key, altKey, ctrlKey, metaKey, isComposing, repeat, defaultPrevented } = event;
    const shortcut = findShortcut(
      { key, altKey, ctrlKey, metaKey, isComposing, repeat, defaultPrevented, target },
      $shortcuts.get(),
    );
    if (!shortcut) return;
    event.preventDefault();
    // '/' also opens the search of the site (search-key.ts).
    event.stopPropagation();
    shortcut.run();
  };
  document.addEventListener('keydown', press, { capture: true });
  return () => document.removeEventListener('keydown', press, { capture: true });
}
