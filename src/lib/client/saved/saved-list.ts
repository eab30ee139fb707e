// The hearts, and the page of the saved apps, for people who save apps. With a network the server renders the cards, so
// that one template does, and apps that are not public any more are left out. Without one they are drawn from what was
// noted when they were saved.
import { keepSavedApps } from '../../shared/browser-keys/offline.ts';
import { pressedHeartsKey, savedAppsKey } from '../../shared/browser-keys/storage-keys.ts';
import { hueOf } from '../../shared/page/hue.ts';
import { initial } from '../../shared/page/placeholder.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { followMessages } from '../../shared/text/follow-messages.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { fetchPart } from '../lists/continued-list.ts';
import { onRestored, ownPath } from '../page/page.ts';
import { shareLink } from '../page/share.ts';
import { parsePage } from '../page/trusted-types.ts';
import { logOut } from '../session/keep-session.ts';
import { $session, ownId } from '../session/session.ts';
import { readJson, removeText } from '../storage.ts';
import {
  fetchedAt,
  readSaved,
  savedIds,
  syncSaved,
  unsentOf,
  withChange,
  writeSaved,
  type SavedFacts,
  type SavedMap,
} from './saved-apps.ts';

const { shared, tooMany } = followMessages.saved;
const blocked = 'Your browser does not let this site store data, so nothing can be saved.';
const unsent =
  'Some of your saved apps have not reached your account yet, and logging out removes them from this browser.';

/** Several presses are sent together. */
const sendAfterMs = 1_500;
/** What other devices have saved is fetched again after this long. */
const fetchAgainMs = 10 * 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;

const allHearts = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-heart]')];
const idOf = (heart: HTMLElement): string => heart.dataset['heart'] ?? '';

function paint(): void {
  const map = readSaved(ownId());
  for (const heart of allHearts()) heart.ariaPressed = String(map[idOf(heart)]?.isSaved === true);
  const link = document.querySelector<HTMLElement>('[data-saved-apps-link]');
  if (link) link.hidden = savedIds(map).length === 0;
}

/** Brings browser and account together. @returns whether the account has everything */
async function sync(): Promise<boolean> {
  const id = ownId();
  if (id === '') return true;
  const isDone = await syncSaved(id);
  paint();
  dispatchEvent(new Event('saved'));
  return isDone;
}

function syncSoon(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sync(), ms);
}

/** What was saved before the login waits for the account as well. */
const hasUnsent = (): boolean => [ownId(), ''].some((id) => unsentOf(readSaved(id)).length > 0);

/** Shows the hearts, and syncs if the account may know more than this browser, or less. */
function follow(): void {
  paint();
  const isDue = hasUnsent() || Date.now() - fetchedAt(ownId()) > fetchAgainMs;
  if (isDue && ownId() !== '') syncSoon(0);
}

function savePressed(): void {
  const notes = (readJson(pressedHeartsKey) ?? {}) as Record<string, boolean>;
  removeText(pressedHeartsKey);
  for (const [id, isSaved] of Object.entries(notes)) changeSaved(id, isSaved);
  // Where the browser keeps nothing, there are no notes, either.
  const map = readSaved(ownId());
  for (const heart of allHearts()) {
    const isLost = heart.ariaPressed === 'true' && map[idOf(heart)]?.isSaved !== true;
    if (isLost) heart.title ||= blocked;
  }
  paint();
}

function changeSaved(id: string, isSaved: boolean): void {
  const heart = allHearts().find((one) => idOf(one) === id);
  const before = readSaved(ownId());
  const isFull = isSaved && savedIds(before).length >= limits.savedApps;
  if (
    isFull ||
    !writeSaved(ownId(), withChange(before, id, isSaved, heart && factsOf(heart.closest('.card'))))
  ) {
    heart?.setAttribute('title', isFull ? tooMany : blocked);
    return;
  }
  heart?.removeAttribute('title');
  dispatchEvent(new Event('saved'));
  // The first heart of a visit brings the worker.
  if (isSaved && 'serviceWorker' in navigator)
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(keepSavedApps));
  if (ownId() !== '') syncSoon(sendAfterMs);
}

/** A logout removes the saved apps from the browser, so that those must have reached the account before. */
function sendBeforeLogout(event: MouseEvent): void {
  if (!(event.target instanceof Element) || !event.target.closest('[data-logout]')) return;
  if (!hasUnsent()) return;
  event.preventDefault();
  event.stopPropagation();
  void sync().then((isDone) => {
    if (!isDone && !confirm(unsent)) return;
    removeText(savedAppsKey(''));
    logOut();
  });
}

const textOf = (place: ParentNode, selector: string): string =>
  place.querySelector(selector)?.textContent.trim() ?? '';

/** Reads what is shown of an app without a network. @param card null on the app's own page */
function factsOf(card: Element | null): SavedFacts | undefined {
  const place = card ?? document;
  const name = textOf(place, card ? '.app-name' : 'h1');
  const { pathname: path } = card?.querySelector<HTMLAnchorElement>('.app-name a') ?? location;
  if (name === '') return undefined;
  const image = place.querySelector<HTMLImageElement>('img.logo');
  // The variant that the browser has chosen is the one that the service worker keeps.
  const logo = image?.currentSrc.startsWith('http') ? ownPath(image.currentSrc) : '';
  const text = textOf(place, card ? '.card-text' : '.hero-text');
  return { name, path, text, ...(logo !== '' && { logo }) };
}

const chunk = 20;

const idOfCard = (card: Element): string =>
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

/**
 * Notes what the cards show, for the time without a network. Deleted apps go, as the account leaves them out, and
 * nothing is shown of those that are not public any more.
 */
function noteShown(cards: readonly Element[], gone: readonly string[], missing: readonly string[]): void {
  const shown = new Map(cards.map((card) => [idOfCard(card), factsOf(card)]));
  const left = Object.entries(readSaved(ownId())).filter(([id]) => !gone.includes(id));
  const noted = left.map(([id, { facts, ...entry }]) => {
    const known = missing.includes(id) ? {} : { ...facts, ...shown.get(id) };
    return [id, entry.isSaved && 'name' in known ? { ...entry, facts: known } : entry];
  });
  writeSaved(ownId(), Object.fromEntries(noted) as SavedMap);
}

let isShown = false;

/** Shows which apps are saved, and goes on doing so. Saves the presses that the script in the head has noted. */
export function showSaved(): void {
  savePressed();
  if (isShown) return;
  isShown = true;
  addEventListener('grown', paint);
  addEventListener('storage', paint);
  addEventListener('online', follow);
  onRestored(follow);
  $session.subscribe(follow);
  document.addEventListener('click', sendBeforeLogout, { capture: true });
  const place = document.querySelector<HTMLElement>('[data-saved-apps]');
  if (place) showSavedApps(place);
}

function showSavedApps(place: HTMLElement): void {
  const part = (name: string) => place.querySelector<HTMLElement>(`[data-saved-${name}]`);
  const [list, empty, actions, note, forget] = ['list', 'empty', 'actions', 'note', 'forget'].map(part);
  if (!list || !empty || !actions || !note || !forget) return;
  /** Ids of the apps that are shown or known to be missing. */
  let shown = '';
  let missing: string[] = [];

  const show = async (): Promise<void> => {
    const map = readSaved(ownId());
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
      empty.hidden = gone.length < ids.length;
      const found = new Set([...cards.map(idOfCard), ...gone]);
      missing = ids.filter((id) => !found.has(id));
      noteShown(cards, gone, missing);
      const are = missing.length === 1 ? 'One saved app is' : `${String(missing.length)} saved apps are`;
      note.textContent = missing.length > 0 ? `${are} not public at the moment.` : '';
    } else {
      list.replaceChildren(...ids.flatMap((id) => drawCard(map[id]?.facts) ?? []));
      missing = [];
      note.textContent = 'You are offline. This is what was saved when you last saw it.';
      // The next try may reach the server.
      shown = '';
    }
    forget.hidden = missing.length === 0;
    actions.hidden = list.childElementCount === 0;
    dispatchEvent(new Event('grown'));
  };

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
    void shareLink(share, { title: shared, url: new URL(urls.saved(names), location.href).href });
  });
}

const cardMarkup = `<ul><li class="card"><span class="logo" aria-hidden="true"></span>
<div class="card-head"><h2 class="app-name"><a></a></h2></div><p class="card-text"></p></li></ul>`;

/** A card without a network: the logo if it is kept, the name and the text. */
function drawCard(facts: SavedFacts | undefined): HTMLElement | undefined {
  const card = parsePage(cardMarkup).querySelector('li');
  const [letter, words] = ['.logo', '.card-text'].map((one) => card?.querySelector<HTMLElement>(one));
  const link = card?.querySelector('a');
  if (!facts || !card || !letter || !words || !link) return undefined;
  const { name, path, text, logo } = facts;
  letter.textContent = initial(name);
  letter.style.setProperty('--h', String(hueOf(name)));
  letter.style.setProperty('--size', '56px');
  link.href = path;
  link.textContent = name;
  words.textContent = text;
  if (logo === undefined) return card;
  const image = new Image(56, 56);
  image.className = 'logo';
  image.alt = '';
  image.onload = () => letter.replaceWith(image);
  image.src = logo;
  return card;
}
