// The keyboard in the search boxes. It is in the script of every page, because most boxes are plain forms, and the one
// of /search hydrates while somebody types.
import { cleanSearchText, refusesSearchText } from '../../shared/text/search-text.ts';

const searchBox = 'input[name=q]';

/** Runs before the handlers of an island, so that they find the cleaned text. */
function onBoxes(
  kind: 'beforeinput' | 'input' | 'compositionend',
  handle: (box: HTMLInputElement, event: Event) => void,
) {
  document.addEventListener(
    kind,
    (event) => {
      if (event.target instanceof HTMLInputElement && event.target.matches(searchBox))
        handle(event.target, event);
    },
    { capture: true },
  );
}

/** Lets people type letters, digits and underscores alone; spaces become underscores. */
export function filterSearchText(): void {
  onBoxes('beforeinput', (_, event) => {
    const { data, inputType } = event as InputEvent;
    if (inputType === 'insertText' && data && refusesSearchText(data)) event.preventDefault();
  });
  onBoxes('input', (box, event) => {
    // A text that is being composed must not be changed: most Android keyboards would type it twice.
    if (!(event as InputEvent).isComposing) cleanValue(box);
  });
  onBoxes('compositionend', cleanValue);
  // What was typed before this script came.
  for (const box of document.querySelectorAll<HTMLInputElement>(searchBox))
    if (box.value !== box.defaultValue) cleanValue(box);
}

/** Removes the characters that search refuses, and keeps the caret in its place. */
function cleanValue(box: HTMLInputElement): void {
  const { value, selectionStart } = box;
  const clean = cleanSearchText(value);
  if (clean === value) return;
  const caret = cleanSearchText(value.slice(0, selectionStart ?? value.length)).length;
  box.value = clean;
  box.setSelectionRange(caret, caret);
}

/**
 * Makes the key '/' focus the box of /search, or open that page, except while a field has the focus. The arrow keys move
 * between that box and its results.
 */
export function startSearchKeys(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    const box = document.querySelector<HTMLInputElement>('[data-search-box]');
    if (box && (key === 'ArrowDown' || key === 'ArrowUp')) return moveAmongResults(event, box);
    if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]')) return;
    event.preventDefault();
    if (box) box.focus();
    else document.querySelector<HTMLAnchorElement>('[data-search-link]')?.click();
  });
}

function moveAmongResults(event: KeyboardEvent, box: HTMLInputElement): void {
  const stops = [box, ...document.querySelectorAll<HTMLElement>('[data-results] .row a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at === -1 || !next) return;
  event.preventDefault();
  next.focus();
}
