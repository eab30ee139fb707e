import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { fetchResults } from '../../lib/client/search/fetch-results.ts';
import { startLoadMore } from '../../lib/client/lists/load-more.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { cleanSearchText, refusesSearchText } from '../../lib/shared/text/search-text.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { Icon } from '../ui/Icon.tsx';

interface Props {
  /** The text that the page was opened with. */
  text: string;
}

/** Milliseconds between the last key and the request. */
const delayMs = 200;

const resultsOnPage = () => document.querySelector<HTMLElement>('[data-results]');
const linksOnPage = () => [...(resultsOnPage()?.querySelectorAll<HTMLAnchorElement>('.row a') ?? [])];

/** The box of /search. Before its script runs it is a plain form; then results appear while somebody types. */
export function SearchBox({ text }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);
  /** The text that the results on the page belong to. */
  const shown = useRef(text);
  const running = useRef<AbortController | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const search = async (): Promise<void> => {
    clearTimeout(timer.current);
    // The box may hold a text that a keyboard is still composing.
    const wanted = cleanSearchText(box.current?.value.trim() ?? '');
    if (wanted === shown.current && running.current === null) return;
    // An earlier request is out of date.
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setBusy(true);
    const result = await fetchResults(urls.search(wanted), own.signal);
    if (result === null || running.current !== own) return;
    running.current = null;
    setBusy(false);
    // As specified, a failed search is silent, and the earlier results stay.
    if (result.kind === 'failed') return;
    shown.current = wanted;
    resultsOnPage()?.replaceWith(document.adoptNode(result.results));
    document.title = result.title;
    // The state is null, because the noted place belongs to the earlier list.
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
    // The text may have been typed before the script ran.
    void searchRef.current();
    const keys = (event: globalThis.KeyboardEvent): void => {
      moveAmongResults(event, box.current);
    };
    // React's onBeforeInput is another event, without an input type.
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
          // A text that is being composed must not be changed: most Android keyboards would type it twice.
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
