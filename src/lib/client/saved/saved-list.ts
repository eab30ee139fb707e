// The hearts, and the page of the saved apps. With a network the server renders the cards, so that one template does,
// and apps that are not public any more are left out. Without one they are drawn from what was noted when they were
// saved.
import { followMessages } from '../../shared/text/follow-messages.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { fetchPart } from '../lists/list-part.ts';
import { shareLink } from '../share/share.ts';
import { drawCard } from './draw-card.ts';
import { changeSaved, owner, showHearts } from './hearts.ts';
import { factsOf } from './saved-facts.ts';
import { savedIds } from './saved-map.ts';
import { readSaved, writeSaved } from './saved-store.ts';

/** Apps of one request. */
const chunk = 20;

const { saved } = followMessages;

interface Parts {
  list: HTMLElement;
  empty: HTMLElement;
  actions: HTMLElement;
  note: HTMLElement;
  forget: HTMLElement;
}

function partsOf(place: HTMLElement): Parts | null {
  const part = (name: string) => place.querySelector<HTMLElement>(`[data-saved-${name}]`);
  const [list, empty, actions, note, forget] = ['list', 'empty', 'actions', 'note', 'forget'].map(part);
  return list && empty && actions && note && forget ? { list, empty, actions, note, forget } : null;
}

const idOf = (card: Element): string =>
  card.querySelector<HTMLElement>('[data-heart]')?.dataset['heart'] ?? '';

/** @returns the cards of these apps, and the ids of deleted ones; null without a network */
async function fetchCards(ids: readonly string[]): Promise<{ cards: Element[]; gone: string[] } | null> {
  const cards: Element[] = [];
  const gone: string[] = [];
  for (let from = 0; from < ids.length; from += chunk) {
    const part = await fetchPart(urls.saved(ids.slice(from, from + chunk)));
    if (part.kind !== 'part') return null;
    cards.push(...part.items);
    gone.push(...part.gone);
  }
  return { cards, gone };
}

/** Notes what the cards show, for the time without a network. */
function noteFacts(cards: readonly Element[]): void {
  const map = { ...readSaved(owner()) };
  for (const card of cards) {
    const heart = card.querySelector('[data-heart]');
    const entry = map[idOf(card)];
    const facts = heart && factsOf(heart);
    if (entry?.isSaved && facts) map[idOf(card)] = { ...entry, facts: { ...entry.facts, ...facts } };
  }
  writeSaved(owner(), map);
}

/** The account leaves deleted apps out by itself. */
function drop(gone: readonly string[]): void {
  const entries = Object.entries(readSaved(owner()));
  writeSaved(owner(), Object.fromEntries(entries.filter(([id]) => !gone.includes(id))));
}

/** Nothing is shown of an app that is not public any more, also later without a network. */
function forgetFacts(ids: readonly string[]): void {
  const map = { ...readSaved(owner()) };
  for (const id of ids) {
    const entry = map[id];
    if (entry) map[id] = { clock: entry.clock, isSaved: entry.isSaved, isSent: entry.isSent };
  }
  writeSaved(owner(), map);
}

let isShown = false;

/** Shows which apps are saved, and goes on doing so. */
export function showSaved(): void {
  showHearts();
  if (isShown) return;
  isShown = true;
  const place = document.querySelector<HTMLElement>('[data-saved-apps]');
  if (place) showSavedApps(place);
}

function showSavedApps(place: HTMLElement): void {
  const parts = partsOf(place);
  if (!parts) return;
  const { actions, empty, forget, list, note } = parts;
  /** Ids of the apps that are shown or known to be missing. */
  let shown = '';
  let missing: string[] = [];

  async function show(): Promise<void> {
    const map = readSaved(owner());
    const ids = savedIds(map);
    // One that was just taken out stays in the list, so that it can be put back.
    if (ids.every((id) => shown.includes(id)) && shown !== '') return;
    shown = ids.join(',');
    empty.hidden = ids.length > 0;
    if (ids.length === 0) return;
    const fetched = await fetchCards(ids);
    if (shown !== ids.join(',')) return;
    if (fetched) {
      const { cards, gone } = fetched;
      list.replaceChildren(...cards);
      drop(gone);
      empty.hidden = gone.length < ids.length;
      const found = new Set([...cards.map(idOf), ...gone]);
      missing = ids.filter((id) => !found.has(id));
      noteFacts(cards);
      forgetFacts(missing);
      note.textContent = missing.length > 0 ? saved.missing(missing.length) : '';
    } else {
      list.replaceChildren(...ids.flatMap((id) => map[id]?.facts ?? []).map(drawCard));
      missing = [];
      note.textContent = saved.offline;
      // The next try may reach the server.
      shown = '';
    }
    forget.hidden = missing.length === 0;
    actions.hidden = list.childElementCount === 0;
    dispatchEvent(new Event('grown'));
  }

  void show();
  addEventListener('saved', () => void show());
  addEventListener('online', () => void show());
  forget.addEventListener('click', () => {
    for (const id of missing) changeSaved(id, false);
    missing = [];
    note.textContent = '';
    forget.hidden = true;
  });
  const share = actions.querySelector<HTMLElement>('[data-saved-share]');
  share?.addEventListener('click', () => {
    const links = [...list.querySelectorAll<HTMLAnchorElement>('.app-name a')];
    const names = links.map(({ pathname }) => decodeURIComponent(pathname.split('/')[2] ?? ''));
    void shareLink(share, { title: saved.shared, url: new URL(urls.saved(names), location.href).href });
  });
}
