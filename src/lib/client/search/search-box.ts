// The box of /search. Before this runs it is a plain form; then results appear while somebody types.
import { cleanSearchText, refusesSearchText } from '../../shared/text/search-text.ts';
import { startLoadMore } from '../lists/load-more.ts';
import { fetchResults } from './fetch-results.ts';

/** Milliseconds between the last key and the request. */
const delayMs = 200;

const resultsOnPage = () => document.querySelector<HTMLElement>('[data-results]');

export function startSearchBox(): void {
  const form = document.querySelector<HTMLFormElement>('[data-live-search]');
  const box = form?.querySelector('input');
  const status = form?.querySelector('[role=status]');
  if (!form || !box || !status) return;
  const addressIn = (path: string | null | undefined, text: string): string =>
    text ? `${path ?? ''}?q=${encodeURIComponent(text)}` : (path ?? '');
  /** The text that the results on the page belong to. */
  let shown = box.defaultValue;
  let running: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const setBusy = (isBusy: boolean): void => form.setAttribute('aria-busy', String(isBusy));

  const search = async (): Promise<void> => {
    clearTimeout(timer);
    // The box may hold a text that a keyboard is still composing.
    const wanted = cleanSearchText(box.value.trim());
    if (wanted === shown && running === null) return;
    // An earlier request is out of date.
    running?.abort();
    const own = (running = new AbortController());
    setBusy(true);
    const result = await fetchResults(addressIn(form.dataset['liveSearch'], wanted), own.signal);
    if (result === null || running !== own) return;
    running = null;
    setBusy(false);
    // As specified, a failed search is silent, and the earlier results stay.
    if (result.kind === 'failed') return;
    shown = wanted;
    resultsOnPage()?.replaceWith(document.adoptNode(result.results));
    document.title = result.title;
    // The state is null, because the noted place belongs to the earlier list.
    history.replaceState(null, '', addressIn(form.getAttribute('action'), wanted));
    status.textContent = resultsOnPage()?.dataset['said'] ?? '';
    startLoadMore();
    dispatchEvent(new Event('grown'));
  };
  const searchSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void search(), delayMs);
  };

  box.addEventListener('beforeinput', (event) => {
    if (event.inputType === 'insertText' && event.data && refusesSearchText(event.data))
      event.preventDefault();
  });
  box.addEventListener('input', (event) => {
    // A text that is being composed must not be changed: most Android keyboards would type it twice.
    if (!(event instanceof InputEvent && event.isComposing)) cleanValue(box);
    searchSoon();
  });
  box.addEventListener('compositionend', () => {
    cleanValue(box);
    searchSoon();
  });
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void search();
  });
  form.querySelector('[data-clear]')?.addEventListener('click', (event) => {
    if (!(event instanceof MouseEvent) || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    box.value = '';
    box.focus();
    void search();
  });
  document.addEventListener('keydown', (event) => moveAmongResults(event, box));
  // The text may have been typed before the script ran.
  void search();
}

/** Removes the characters that search refuses, and keeps the caret in its place. */
function cleanValue(input: HTMLInputElement): void {
  const { value, selectionStart } = input;
  const clean = cleanSearchText(value);
  if (clean === value) return;
  const caret = cleanSearchText(value.slice(0, selectionStart ?? value.length)).length;
  input.value = clean;
  input.setSelectionRange(caret, caret);
}

/** Moves the focus between the box and the results by the arrow keys. */
function moveAmongResults(event: KeyboardEvent, box: HTMLInputElement): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...(resultsOnPage()?.querySelectorAll<HTMLAnchorElement>('.row a') ?? [])];
  const at = document.activeElement === box ? -1 : links.indexOf(document.activeElement as HTMLAnchorElement);
  if (at === -1 && document.activeElement !== box) return;
  const next = at + (event.key === 'ArrowDown' ? 1 : -1);
  const target = next === -1 ? box : links[next];
  if (!target || next < -1) return;
  event.preventDefault();
  target.focus();
}
