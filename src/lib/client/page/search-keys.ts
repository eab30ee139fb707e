// The keyboard in the search boxes. It is in the script of every page, because most boxes are plain forms, and the one
// of /search hydrates while somebody types.
import { deskKeysKey } from '../../shared/browser-keys/storage-keys.ts';
import { cleanSearchText } from '../../shared/text/search-text.ts';
import { readText } from '../storage.ts';
import { unsentField } from './page.ts';

/** Forms of islands, such as the desk's search for an email, have no action. */
const searchBox = 'form[action] input[name=q]';

/** Lets people type letters, digits and underscores alone; spaces become underscores. */
export function filterSearchText(): void {
  // Captured, so that an island finds the cleaned text.
  for (const kind of ['beforeinput', 'input', 'compositionend'])
    document.addEventListener(kind, cleanTyped, { capture: true });
  // What was typed before this script came.
  for (const box of document.querySelectorAll<HTMLInputElement>(searchBox))
    if (box.value !== box.defaultValue) cleanValue(box);
}

function cleanTyped(event: Event): void {
  const { target: box, type } = event;
  if (!(box instanceof HTMLInputElement && box.matches(searchBox))) return;
  const { data, inputType, isComposing } = event as InputEvent;
  if (type === 'beforeinput') {
    if (inputType === 'insertText' && data && cleanSearchText(data) === '') event.preventDefault();
    // A text that is being composed must not be changed: most Android keyboards would type it twice.
  } else if (!isComposing) cleanValue(box);
}

function cleanValue(box: HTMLInputElement): void {
  const { value, selectionStart } = box;
  const clean = cleanSearchText(value);
  if (clean === value) return;
  const caret = cleanSearchText(value.slice(0, selectionStart ?? value.length)).length;
  box.value = clean;
  box.setSelectionRange(caret, caret);
}

/**
 * Makes the key '/' focus the box of /search, or open that page, except while a field has the focus, or a text waits to
 * be sent. The desk's switch turns it off as well (WCAG 2.1.4). The arrow keys move between that box and its results.
 */
export function startSearchKeys(): void {
  // Marks the fields of forms that somebody has typed into.
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLElement && target.matches('form :is(textarea, input:not([type=search]))'))
      target.dataset['typed'] = '';
  });
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    const box = document.querySelector<HTMLInputElement>('[data-search-box]');
    if (box) moveAmongResults(event, box);
    if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]')) return;
    if (readText(deskKeysKey) === 'off' || unsentField()) return;
    event.preventDefault();
    if (box) box.focus();
    else document.querySelector<HTMLAnchorElement>('[data-search-link]')?.click();
  });
}

function moveAmongResults(event: KeyboardEvent, box: HTMLInputElement): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [box, ...document.querySelectorAll<HTMLElement>('[data-results] .row a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 || step === undefined ? undefined : stops[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
