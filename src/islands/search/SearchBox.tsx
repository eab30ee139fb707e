import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { fetchResults } from '../../lib/client/search/fetch-results.ts';
import { startLoadMore } from '../../lib/client/lists/load-more.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { cleanSearchText, refusesSearchText } from '../../lib/shared/text/search-text.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { Icon } from '../ui/Icon.tsx';

interface Props {
  /** What the page was opened with. */
  text: string;
}

/** After the last key. */
const delayMs = 200;

const resultsOnPage = () => document.querySelector<HTMLElement>('[data-results]');
const linksOnPage = () => [...(resultsOnPage()?.querySelectorAll<HTMLAnchorElement>('.row a') ?? [])];

/** The box of /search. Until its script is there it is a plain form; afterwards results come while somebody types. */
export function SearchBox({ text }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);
  /** What the results on the page are for. */
  const shown = useRef(text);
  const running = useRef<AbortController | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const search = async (): Promise<void> => {
    clearTimeout(timer.current);
    // What a keyboard is still composing stands in the box as it was typed.
    const wanted = cleanSearchText(box.current?.value.trim() ?? '');
    if (wanted === shown.current && running.current === null) return;
    // Whatever is still on its way is out of date.
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setBusy(true);
    const result = await fetchResults(urls.search(wanted), own.signal);
    if (result === null || running.current !== own) return;
    running.current = null;
    setBusy(false);
    if (result.kind === 'failed') {
      // As specified: a failure of search is silent; what was found before stays.
      return;
    }
    shown.current = wanted;
    resultsOnPage()?.replaceWith(document.adoptNode(result.results));
    document.title = result.title;
    // Without the state of the list before, which is not the list of these results.
    history.replaceState(null, '', urls.search(wanted));
    setSaid(resultsOnPage()?.dataset['said'] ?? '');
    startLoadMore();
    dispatchEvent(new Event('grown'));
  };
  const searchRef = useRef(search);
  useEffect(() => {
    searchRef.current = search;
  });
  useEffect(() => {
    // Typed before the script came.
    void searchRef.current();
    const keys = (event: globalThis.KeyboardEvent): void => {
      moveAmongResults(event, box.current);
    };
    // React's own onBeforeInput is another event, which does not say what kind of input it is.
    const refuse = (event: InputEvent): void => {
      if (event.inputType === 'insertText' && event.data && refusesSearchText(event.data))
        event.preventDefault();
    };
    const input = box.current;
    input?.addEventListener('beforeinput', refuse);
    document.addEventListener('keydown', keys);
    return () => {
      input?.removeEventListener('beforeinput', refuse);
      document.removeEventListener('keydown', keys);
    };
  }, []);

  const searchSoon = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void search(), delayMs);
  };

  const clear = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !box.current) return;
    event.preventDefault();
    box.current.value = '';
    box.current.focus();
    void search();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      void search();
    }
  };

  return (
    <form className="search-box" role="search" action={urls.search()} aria-busy={isBusy}>
      <input
        ref={box}
        type="search"
        name="q"
        defaultValue={text}
        placeholder={messages.search.placeholder}
        aria-label={messages.search.placeholder}
        maxLength={limits.searchText}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        required
        autoFocus={text === ''}
        data-search-box
        onKeyDown={onKeyDown}
        onInput={({ currentTarget, nativeEvent }) => {
          // A text that is being composed belongs to the keyboard: changing it would make most Android keyboards type
          // it twice.
          if (!(nativeEvent instanceof InputEvent && nativeEvent.isComposing)) cleanValue(currentTarget);
          searchSoon();
        }}
        onCompositionEnd={({ currentTarget }) => {
          cleanValue(currentTarget);
          searchSoon();
        }}
      />
      <a className="icon-button clear" href={urls.search()} onClick={clear}>
        <Icon name="close" />
        <span className="unseen">Clear</span>
      </a>
      <button className="icon-button">
        <Icon name="search" />
        <span className="unseen">Search</span>
      </button>
      <p className="unseen" role="status">
        {said}
      </p>
    </form>
  );
}

/** What is typed, pasted, dropped or swiped in keeps its letters, and the caret its place among them. */
function cleanValue(input: HTMLInputElement): void {
  const { value, selectionStart } = input;
  const clean = cleanSearchText(value);
  if (clean === value) return;
  const caret = cleanSearchText(value.slice(0, selectionStart ?? value.length)).length;
  input.value = clean;
  input.setSelectionRange(caret, caret);
}

/** The arrows go from the box through the results and back. */
function moveAmongResults(event: globalThis.KeyboardEvent, box: HTMLInputElement | null): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = linksOnPage();
  const at = document.activeElement === box ? -1 : links.indexOf(document.activeElement as HTMLAnchorElement);
  if (at === -1 && document.activeElement !== box) return;
  const next = at + (event.key === 'ArrowDown' ? 1 : -1);
  const target = next === -1 ? box : links[next];
  if (!target || next < -1) return;
  event.preventDefault();
  target.focus();
}
