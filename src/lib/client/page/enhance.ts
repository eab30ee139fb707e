// The script of every page. It also has the small parts that only some pages need, because on a slow connection one
// cached file costs less than several requests a page. Larger ones are loaded where they are wanted. Every page works
// without it. A part whose element is missing does nothing.
import './trusted-types.ts';
import { serviceWorkerPath } from '../../shared/browser-keys/offline.ts';
import {
  closedAnnouncementKey,
  heartPressed,
  pressedHeartsKey,
  savedAppsKey,
  saverKey,
  seenPagesKey,
  themeKey,
} from '../../shared/browser-keys/storage-keys.ts';
import { dayNumber } from '../../shared/text/days.ts';
import { applyTheme } from '../head/theme.ts';
import { startLoadMore } from '../lists/load-more.ts';
import { $session } from '../session/session.ts';
import { startSessionView } from '../session/session-view.ts';
import { flowState, readText, removeText, writeText } from '../storage.ts';
import { late, onRestored, opensElsewhere, reserveSpaceFor } from './page.ts';
import { filterSearchText, startSearchKeys } from './search-keys.ts';
import { calm, rotate, screenshotRotationMs, startCarousel } from './slides.ts';

const root = document.documentElement;
const find = (selector: string) => document.querySelector<HTMLElement>(selector);

function startMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('[data-menu]');
  if (!menu) return;
  const closeOutside = (target: EventTarget | null): void => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  };
  document.addEventListener('pointerdown', ({ target }) => closeOutside(target));
  menu.addEventListener('focusout', ({ relatedTarget }) => closeOutside(relatedTarget));
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}

/** Whether this visitor has saved something, or has pressed a heart before the script had come. */
const mayBeSaved = (): boolean => readText(savedAppsKey('')) !== null || readText(pressedHeartsKey) !== null;

/** The saved apps. Few visitors save any, so the rest is loaded when a heart is pressed, or something may be saved. */
function startHearts(): void {
  // Without its script the page is as for somebody who has saved nothing, and the notes wait for the next page.
  const show = (): void => late(import('../saved/saved-list.ts'), ({ showSaved }) => showSaved());
  addEventListener(heartPressed, show);
  if (mayBeSaved()) show();
  else if (!$session.get()) find('[data-saved-empty]')?.removeAttribute('hidden');
  $session.subscribe((visitor) => {
    if (visitor) show();
  });
}

function startAnnouncement(): void {
  const button = find('[data-close-announcement]');
  button?.addEventListener('click', () => {
    writeText(closedAnnouncementKey, button.dataset['closeAnnouncement'] ?? '');
    root.dataset['announcementClosed'] = '';
    // The button is gone: the keyboard goes on at the content.
    find('#main')?.focus({ preventScroll: true });
  });
}

/** The switch in the menu: System, Light, Dark. The script in the head applies the choice before the first paint. */
function startThemeSwitch(): void {
  const boxes = document.querySelectorAll<HTMLInputElement>('[data-theme-switch] input');
  const show = (): void => {
    const chosen = root.dataset['theme'] ?? 'system';
    for (const box of boxes) box.checked = box.value === chosen;
    // The page has a colour of the browser's bars for each scheme of the system; a chosen theme has its own in both.
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
      const own = (meta.dataset['own'] ??= meta.media);
      meta.media = chosen === 'system' ? own : own.includes(chosen) ? 'all' : 'not all';
    }
  };
  for (const box of boxes)
    box.addEventListener('change', () => {
      if (box.value === 'system') {
        delete root.dataset['theme'];
        removeText(themeKey);
      } else {
        root.dataset['theme'] = box.value;
        writeText(themeKey, box.value);
      }
      show();
    });
  show();
  const showStored = (): void => {
    applyTheme(root);
    show();
  };
  onRestored(showStored);
  addEventListener('storage', ({ key }) => {
    if (key === themeKey) showStored();
  });
}

/** Of another site the page before would be a surprise. */
function startBackLinks(): void {
  if (history.length < 2 || !document.referrer.startsWith(`${location.origin}/`)) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-back]'))
    link.addEventListener('click', (event) => {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      history.back();
    });
}

/** Scrolls a strip of chips to the current one, in browsers without `scroll-initial-target`. */
function showCurrentChip(): void {
  const chip = find('.categories [aria-current]');
  const strip = chip?.closest('.categories');
  if (!chip || !strip || CSS.supports('scroll-initial-target', 'nearest')) return;
  const { left, right } = chip.getBoundingClientRect();
  if (right > strip.clientWidth) strip.scrollLeft += (left + right - strip.clientWidth) / 2;
}

/** Loads a chart of the owner's views when it scrolls into view, because most visitors are not the owner. */
function startViewsCharts(): void {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      observer.unobserve(target);
      late(import('./views-chart.ts'), ({ fillChart }) => fillChart(target));
    }
  });
  for (const chart of document.querySelectorAll('[data-views-chart]')) observer.observe(chart);
}

/** The switch in the menu. The script in the head has decided whether data is saved, and holds the pictures back. */
function startDataSaver(): void {
  const box = document.querySelector<HTMLInputElement>('[data-saver-switch]');
  const isOn = root.dataset['saver'] !== undefined;
  if (box) box.checked = isOn;
  const saver = () => import('./data-saver.ts');
  if (isOn) late(saver(), ({ startSaving }) => startSaving());
  box?.addEventListener('change', () => {
    const { checked } = box;
    // Stored before the import, because the next page may open before that has loaded.
    writeText(saverKey, checked ? 'on' : 'off');
    late(saver(), ({ setSaving }) => setSaving(checked));
  });
}

/** The browser's offer to install the site. It is not in TypeScript's DOM types, because only some browsers have it. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>;
}

const dismissedKey = 'install-dismissed';

/** Shows the banner while the browser offers an installation. Once closed, it stays away in this tab. */
function startInstallBanner(): void {
  const banner = find('[data-install]');
  if (!banner || readText(dismissedKey, 'sessionStorage') !== null) return;
  let offer: InstallPromptEvent | null = null;
  const show = (isShown: boolean): void => {
    banner.hidden = !isShown;
    reserveSpaceFor(isShown ? banner : null);
  };
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallPromptEvent;
    show(true);
  });
  addEventListener('appinstalled', () => show(false));
  banner.querySelector('[data-accept]')?.addEventListener('click', () => {
    show(false);
    void offer?.prompt();
  });
  banner.querySelector('[data-close]')?.addEventListener('click', () => {
    show(false);
    writeText(dismissedKey, '1', 'sessionStorage');
  });
}

/** The first page that uses the dictionary, which the server names on the second one. The worker's page uses it, too. */
const pageOfWorker = 3;

/**
 * Registers the service worker once the page is loaded, for visitors who stay or may come back: it loads as much as a
 * page does, which somebody who looks at one page would pay for nothing. A newer version is offered, never forced.
 */
function startServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const pages = Number(readText(seenPagesKey, 'sessionStorage')) + 1;
  writeText(seenPagesKey, String(pages), 'sessionStorage');
  const register = async (): Promise<void> => {
    const registration = await serviceWorker.register(serviceWorkerPath);
    const offer = (): void => {
      const { waiting } = registration;
      // The first worker replaces no other.
      if (waiting && serviceWorker.controller)
        late(import('./bars.ts'), ({ offerNewVersion }) => offerNewVersion(waiting));
    };
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', offer);
    });
    offer();
  };
  // Browsers refuse in private windows; the site works without the worker.
  const start = (): void => void register().catch(() => undefined);
  if (pages < pageOfWorker && !serviceWorker.controller && !mayBeSaved() && !$session.get())
    addEventListener(heartPressed, start, { once: true });
  else if (document.readyState === 'complete') start();
  else addEventListener('load', start);
}

/** Not in TypeScript's DOM types, because only some browsers have them. */
interface Speculated {
  activationStart?: number;
  deliveryType?: string;
}

/** Pages that count their views. */
const counted = /^\/(?:app|user|u)\/[^/]+\/?$/;

/**
 * The server counts no view of a page that is fetched ahead, because nobody may open it. Once it is open, the same
 * request is sent again without that note: the server counts it, and usually answers 304 without a body.
 */
function startLateView(): void {
  if (!counted.test(location.pathname)) return;
  const count = (): void => {
    const [entry] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming &
      Speculated)[];
    if (entry?.deliveryType !== 'navigational-prefetch' && !entry?.activationStart) return;
    // A view that cannot be reported is not counted, as if scripts were off.
    void fetch(location.href).catch(() => undefined);
  };
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', count, { once: true });
  else count();
}

/** Reports taps on the links of an app. The links themselves lead straight to where they say. */
function startTaps(): void {
  const report = ({ button, target }: MouseEvent): void => {
    const link = target instanceof Element && button < 2 && target.closest<HTMLElement>('[data-link]');
    const app = link && link.closest<HTMLElement>('[data-taps]')?.dataset['taps'];
    if (app) navigator.sendBeacon(`/api/v1/app/${app}/taps/?link=${link.dataset['link'] ?? ''}`);
  };
  // A press of the wheel opens another tab.
  addEventListener('click', report);
  addEventListener('auxclick', report);
}

/** Turns days into '2 days ago'. The server sends the day, so that a kept page is true for as long as it is kept. */
function showDaysAgo(): void {
  // Not by Intl.RelativeTimeFormat, whose data takes a laptop 30 ms to load, and a cheap phone 200.
  const words = ['today', 'yesterday'];
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-days-ago]')) {
    const days = dayNumber(Date.now()) - dayNumber(Date.parse(time.dateTime));
    // The day says more than a number that nobody counts.
    if (days >= 0 && days < 31) time.textContent = words[days] ?? `${String(days)} days ago`;
  }
}

/**
 * Opens the screenshots of the strip in a full-screen viewer, which is loaded at the first press. Moves the strip on
 * every 8 seconds, until somebody pauses, touches, hovers or focuses it.
 */
function startStrip(): void {
  const strip = document.querySelector<HTMLElement>('[data-shots]');
  if (!strip) return;
  let prepared: Promise<((link: HTMLAnchorElement) => void) | null> | undefined;
  strip.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || opensElsewhere(event)) return;
    event.preventDefault();
    prepared ??= import('./viewer.ts').then(({ prepareViewer }) => prepareViewer(strip));
    prepared.then(
      (open) => open?.(link),
      () => {
        // Without the viewer's script the link opens the picture.
        location.href = link.href;
      },
    );
  });

  const pause = document.querySelector<HTMLElement>('[data-shots-pause]');
  const mayMove = (): boolean => !calm.matches && root.dataset['saver'] === undefined;
  if (!pause || strip.scrollWidth <= strip.clientWidth || !mayMove()) return;
  pause.hidden = false;
  let stop: (() => void) | undefined;
  const step = (): void => {
    if (!mayMove()) return;
    const { scrollLeft, clientWidth, scrollWidth } = strip;
    const [first, ...others] = [...strip.children].map((item) => (item as HTMLElement).offsetLeft);
    const starts = others.map((left) => left - (first ?? 0));
    const isAtEnd = scrollLeft + clientWidth >= scrollWidth - 1;
    const next = starts.find((left) => left > scrollLeft + 1) ?? 0;
    strip.scrollTo({ left: isAtEnd ? 0 : next, behavior: 'smooth' });
  };
  const set = (isMoving: boolean): void => {
    stop?.();
    stop = isMoving ? rotate(strip, screenshotRotationMs, step) : undefined;
    pause.setAttribute('aria-pressed', String(!isMoving));
  };
  set(true);
  for (const kind of ['pointerenter', 'focusin'] as const) strip.addEventListener(kind, () => set(false));
  pause.addEventListener('click', () => set(stop === undefined));
}

startSessionView();
startMenu();
startHearts();
startAnnouncement();
startThemeSwitch();
startBackLinks();
filterSearchText();
startSearchKeys();
startCarousel();
showCurrentChip();
startLoadMore();
startStrip();
startViewsCharts();
startDataSaver();
startInstallBanner();
startServiceWorker();
startLateView();
startTaps();
showDaysAgo();
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-print]')) print();
});
// Phones show no transition between pages (styles/base.css), and a page of a form leads to no app by its logo.
if (matchMedia('(hover: hover)').matches && !find('[data-island-status]'))
  late(import('./logo-transition.ts'), ({ startLogoTransition }) => startLogoTransition());
// What only somebody who is logged in needs. The login may come later, in another tab.
let isForMember = false;
$session.subscribe((visitor) => {
  if (!visitor || isForMember) return;
  isForMember = true;
  late(import('../session/member-page.ts'), ({ startMemberPage }) => startMemberPage(visitor.user_id));
});
if (flowState('created-app') || flowState('logged-out') || flowState('deleted'))
  late(import('./bars.ts'), ({ finishFlow }) => finishFlow());

// The script in the head and the browser tests wait for this.
const markEnhanced = (): void => {
  root.dataset['enhanced'] = '';
  dispatchEvent(new Event('enhanced'));
};
// Without this script the link to WhatsApp is left.
if (find('[data-share], [data-copy]'))
  void import('./share.ts').then(({ startShareLinks }) => startShareLinks()).finally(markEnhanced);
else markEnhanced();
