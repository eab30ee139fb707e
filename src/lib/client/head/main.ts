// The script in the head of every page. It runs before the first paint, so that nothing flashes or moves when the other
// scripts arrive. scripts/inline-script.ts bundles it. The data saver must start before the first picture is requested.
import {
  closedAnnouncementKey,
  heartPressed,
  loginKey,
  pressedHeartsKey,
  saverKey,
} from '../../shared/browser-keys/storage-keys.ts';
import { connection } from '../page/page.ts';
import { readClaims } from '../session/claims.ts';
import { flowState, readJson, readText, writeText } from '../storage.ts';
import { runJobs, scriptFailed } from './run-jobs.ts';
import { applyTheme } from './theme.ts';

const root = document.documentElement;
const { dataset } = root;

/** Sets the system of a phone, which decides the store to download from; '' for other devices. */
function markSystem(): void {
  const { userAgent } = navigator;
  dataset['system'] = /android/i.test(userAgent)
    ? 'android'
    : /iphone|ipad|ipod/i.test(userAgent)
      ? 'ios'
      : '';
}

function hideClosedAnnouncement(): void {
  const { announcement } = dataset;
  if (announcement !== undefined && announcement === readText(closedAnnouncementKey))
    dataset['announcementClosed'] = '';
}

/**
 * Sets `data-account` if somebody is logged in, and `data-ended` if this tab's login ended by itself.
 * styles/session.css shows and hides parts of the page by them.
 */
function markAccount(): void {
  const claims = readClaims(readText(loginKey) ?? '');
  const ended = flowState('login-ended');
  if (claims) dataset['account'] = claims.is_verified ? 'verified' : 'unverified';
  else if (ended) dataset['ended'] = ended;
}

/** If data is to be saved, sets `data-saver` and holds every picture back when it enters the page. */
function startDataSaver(): void {
  const { effectiveType, saveData } = connection();
  // Nothing is fetched ahead then (lib/shared/page/speculation-rules.ts).
  if (effectiveType?.endsWith('2g')) dataset['slow'] = '';
  const chosen = readText(saverKey);
  // A choice in the menu has priority over the browser's setting.
  if (chosen !== 'on' && (chosen === 'off' || saveData !== true)) return;
  dataset['saver'] = '';
  new MutationObserver((records) => {
    // The switch in the menu removes it.
    if (dataset['saver'] === undefined) return;
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof HTMLElement)
          for (const part of [node, ...node.querySelectorAll<HTMLElement>('source, img')]) holdPicture(part);
  }).observe(root, { childList: true, subtree: true });
}

/** A transparent pixel, shown instead of a picture that waits for a tap. */
const placeholder = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/**
 * Moves the addresses of a part of a `<picture>` into its dataset, where the page's data saver finds them. All pictures
 * load lazily, so none was requested yet.
 */
function holdPicture(part: HTMLElement): void {
  if (!part.matches('picture > *') || part.dataset['held'] !== undefined) return;
  part.dataset['held'] = '';
  for (const name of ['src', 'srcset']) {
    const address = part.getAttribute(name);
    if (!address) continue;
    part.dataset[name] = address;
    part.removeAttribute(name);
  }
  // Browsers draw the letter of a logo only if its image has no address.
  if (part.localName === 'img' && !part.dataset['letter']) part.setAttribute('src', placeholder);
}

/**
 * Notes presses of hearts and of the button that follows an app or a developer. Their scripts come late or not at all
 * (lib/client/saved/, lib/client/session/member-page.ts): they make up for the presses when they come, those of hearts
 * also on another page.
 */
function notePresses(): void {
  addEventListener('click', ({ target }) => {
    const pressed =
      target instanceof Element ? target.closest<HTMLElement>('[data-heart],[data-follow]') : null;
    if (!pressed) return;
    const { heart } = pressed.dataset;
    if (heart === undefined) {
      pressed.dataset['pressed'] = '';
      return;
    }
    const isSaved = pressed.ariaPressed !== 'true';
    pressed.ariaPressed = String(isSaved);
    const notes = { ...(readJson(pressedHeartsKey) as object), [heart]: isSaved };
    writeText(pressedHeartsKey, JSON.stringify(notes));
    dispatchEvent(new Event(heartPressed));
  });
}

/**
 * Preloads the page's main picture (`data-first` of the root), unless data is saved. The picture itself is lazy, so it
 * would wait for the layout and the scripts.
 */
function preloadFirstPicture(): void {
  const { first, firstSizes = '', saver } = dataset;
  if (first === undefined || saver !== undefined) return;
  const link = document.createElement('link');
  Object.assign(link, {
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imageSrcset: first,
    imageSizes: firstSizes,
    fetchPriority: 'high',
  } satisfies Partial<HTMLLinkElement>);
  document.head.append(link);
}

/** Milliseconds before the scripts load without a paint, as in a background tab. */
const unpaintedMs = 1_000;

/**
 * Loads the page's scripts (scripts/late-scripts.ts) after the first paint, when the browser is idle. Every page can be
 * read without them, so on a slow connection they must not compete with its content.
 */
function loadLateScripts(): void {
  const fail = (): boolean => dispatchEvent(new Event(scriptFailed));
  let isLoaded = false;
  const load = (): void => {
    if (isLoaded) return;
    isLoaded = true;
    for (const script of document.querySelectorAll<HTMLElement>('script[data-src]'))
      import(/* @vite-ignore */ script.dataset['src'] ?? '').catch(fail);
  };
  addEventListener('DOMContentLoaded', () => {
    setTimeout(load, unpaintedMs);
    new PerformanceObserver(() => {
      // Safari has no idle callbacks.
      if ('requestIdleCallback' in globalThis) requestIdleCallback(load);
      else setTimeout(load);
    }).observe({ type: 'paint', buffered: true });
  });
}

runJobs([
  () => root.classList.add('js'),
  markSystem,
  () => applyTheme(root),
  hideClosedAnnouncement,
  markAccount,
  startDataSaver,
  notePresses,
  preloadFirstPicture,
  loadLateScripts,
]);
