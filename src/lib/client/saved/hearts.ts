// The part of the hearts that only people who save apps need (start-hearts.ts).
import { keepSavedApps } from '../../shared/browser-keys/offline.ts';
import { pressedHeartsKey } from '../../shared/browser-keys/storage-keys.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { followMessages } from '../../shared/text/follow-messages.ts';
import { logOut } from '../session/keep-session.ts';
import { $session } from '../session/session.ts';
import { currentClaims } from '../session/token-pair.ts';
import { readJson, removeText } from '../storage/browser-storage.ts';
import { exchangeSaved } from './exchange-saved.ts';
import { factsOf } from './saved-facts.ts';
import { savedIds, unsentOf, withChange } from './saved-map.ts';
import { dropSaved, fetchedAt, readSaved, writeSaved } from './saved-store.ts';
import { syncSaved } from './sync-saved.ts';

/** Several presses are sent together. */
const sendAfterMs = 1_500;
/** What other devices have saved is fetched again after this long. */
const fetchAgainMs = 10 * 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let isShowing = false;

/** Id of the account that is logged in; '' for a visitor. */
export const owner = (): string => $session.get()?.user_id ?? '';

const allHearts = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-heart]')];
const idOf = (heart: HTMLElement): string => heart.dataset['heart'] ?? '';

function paint(): void {
  const map = readSaved(owner());
  for (const heart of allHearts()) heart.ariaPressed = String(map[idOf(heart)]?.isSaved === true);
  const link = document.querySelector<HTMLElement>('[data-saved-apps-link]');
  if (link) link.hidden = savedIds(map).length === 0;
}

/** Brings browser and account together. @returns whether the account has everything */
export async function sync(): Promise<boolean> {
  const id = owner();
  if (id === '') return true;
  const account = {
    id,
    // From the storage, because another tab may have ended the session a moment ago.
    isOpen: () => currentClaims()?.user_id === id,
    exchange: (changes: Parameters<typeof exchangeSaved>[1]) => exchangeSaved(id, changes),
  };
  const isDone = await syncSaved(account, Date.now);
  paint();
  dispatchEvent(new Event('saved'));
  return isDone;
}

function syncSoon(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sync(), ms);
}

/** Whether the account may know more than this browser, or less. */
function isDue(): boolean {
  const id = owner();
  if (id === '') return false;
  const isVisitors = Object.keys(readSaved('')).length > 0;
  return isVisitors || unsentOf(readSaved(id)).length > 0 || Date.now() - fetchedAt(id) > fetchAgainMs;
}

/** Shows which apps are saved, and goes on doing so. Saves the presses that the script in the head has noted. */
export function showHearts(): void {
  savePressed();
  if (isShowing) return;
  isShowing = true;
  const follow = (): void => {
    paint();
    if (isDue()) syncSoon(0);
  };
  addEventListener('grown', paint);
  addEventListener('storage', paint);
  addEventListener('online', follow);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow();
  });
  $session.subscribe(follow);
  document.addEventListener('click', sendBeforeLogout, { capture: true });
}

function savePressed(): void {
  const notes = readJson(pressedHeartsKey);
  removeText(pressedHeartsKey);
  for (const [id, isSaved] of Object.entries(typeof notes === 'object' && notes !== null ? notes : {}))
    changeSaved(id, isSaved === true);
  // Where the browser keeps nothing, there are no notes, either.
  const map = readSaved(owner());
  for (const heart of allHearts()) {
    const isLost = heart.ariaPressed === 'true' && map[idOf(heart)]?.isSaved !== true;
    if (isLost) heart.title ||= followMessages.saved.blocked;
  }
  paint();
}

/** Saves an app, or takes it out again. */
export function changeSaved(id: string, isSaved: boolean): void {
  const heart = allHearts().find((one) => idOf(one) === id);
  const before = readSaved(owner());
  const isFull = isSaved && savedIds(before).length >= limits.savedApps;
  if (isFull || !writeSaved(owner(), withChange(before, id, isSaved, heart && factsOf(heart)))) {
    heart?.setAttribute('title', isFull ? followMessages.saved.tooMany : followMessages.saved.blocked);
    return;
  }
  heart?.removeAttribute('title');
  dispatchEvent(new Event('saved'));
  if (isSaved && 'serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage(keepSavedApps);
  if (owner() !== '') syncSoon(sendAfterMs);
}

/** A logout removes the saved apps from the browser, so that those must have reached the account before. */
function sendBeforeLogout(event: MouseEvent): void {
  if (!(event.target instanceof Element) || !event.target.closest('[data-logout]')) return;
  // What was saved before the login waits for the account as well.
  if (![owner(), ''].some((id) => unsentOf(readSaved(id)).length > 0)) return;
  event.preventDefault();
  event.stopPropagation();
  void sync().then((isDone) => {
    if (!isDone && !confirm(followMessages.saved.unsent)) return;
    dropSaved('');
    logOut();
  });
}
