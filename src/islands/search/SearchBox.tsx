// The box of /search. It hydrates when somebody begins to type (typing.ts); before that, and without JavaScript, it is
// a plain form. Results appear while somebody types, as HTML of the page's own template without the page around it.
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { startLoadMore } from '../../lib/client/lists/load-more.ts';
import { parsePage } from '../../lib/client/page/trusted-types.ts';
import { cacheNames } from '../../lib/shared/browser-keys/offline.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { cleanSearchText } from '../../lib/shared/text/search-text.ts';
import { siteMessages } from '../../lib/shared/text/site-messages.ts';
import { Icon } from '../ui/Icon.tsx';

/** Milliseconds between the last key and the request. */
const delayMs = 200;

interface Props {
  text: string;
}

/** @returns the page with what the apps on the device have for the text; null if none were taken along */
async function findTaken(text: string): Promise<Document | null> {
  if (!(await caches.has(cacheNames.along))) return null;
  return await (await import('../../lib/client/along/take-along.ts')).searchTaken(text);
}

/** @returns the page with the results for the text; null if it could not be fetched */
async function fetchResults(text: string, signal: AbortSignal): Promise<Document | null> {
  try {
    const response = await fetch(urls.searchResults(text), { signal });
    const page = parsePage(await response.text());
    return response.ok && page.querySelector('[data-results]') ? page : null;
  } catch {
    return signal.aborted ? null : await findTaken(text).catch(() => null);
  }
}

/** Shows the results in place of those on the page. @returns what screen readers say of them */
function showResults(page: Document, text: string): string {
  const results = page.querySelector<HTMLElement>('[data-results]');
  if (results) document.querySelector('[data-results]')?.replaceWith(document.adoptNode(results));
  document.title = page.title;
  // The state is null, because the noted place belongs to the earlier list.
  history.replaceState(null, '', urls.search(text));
  startLoadMore();
  dispatchEvent(new Event('grown'));
  return results?.dataset['summary'] ?? '';
}

export function SearchBox({ text }: Props) {
  const box = useRef<HTMLInputElement>(null);
  /** The text that the results on the page belong to. */
  const shown = useRef(text);
  const running = useRef<AbortController>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [status, setStatus] = useState('');

  async function search(): Promise<void> {
    clearTimeout(timer.current);
    // The box may hold a text that a keyboard is still composing.
    const wanted = cleanSearchText(box.current?.value.trim() ?? '');
    if (wanted === shown.current && !running.current) return;
    // An earlier request is out of date.
    running.current?.abort();
    const own = (running.current = new AbortController());
    setBusy(true);
    const page = await fetchResults(wanted, own.signal);
    if (running.current !== own) return;
    running.current = null;
    setBusy(false);
    // As specified, a failed search is silent, and the earlier results stay.
    if (!page) return;
    shown.current = wanted;
    setStatus(showResults(page, wanted));
  }
  const searchSoon = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void search(), delayMs);
  };
  function clear(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !box.current) return;
    event.preventDefault();
    box.current.value = '';
    box.current.focus();
    void search();
  }
  // What was typed before this ran.
  useEffect(() => void search(), []);

  return (
    <form
      className="search-box"
      role="search"
      action={urls.search()}
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        void search();
      }}
    >
      <input
        ref={box}
        type="search"
        name="q"
        defaultValue={text}
        placeholder={siteMessages.search.placeholder}
        aria-label={siteMessages.search.placeholder}
        maxLength={limits.searchText}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        required
        autoFocus={text === ''}
        onInput={searchSoon}
        onCompositionEnd={searchSoon}
        data-search-box
      />
      <a className="icon-button clear" href={urls.search()} onClick={clear}>
        <Icon name="close" size={20} />
        <span className="unseen">Clear</span>
      </a>
      <button className="icon-button">
        <Icon name="search" size={20} />
        <span className="unseen">Search</span>
      </button>
      <p className="unseen" role="status">
        {status}
      </p>
    </form>
  );
}
