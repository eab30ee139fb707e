// The script of every page. It also has the small parts that only some pages need, because on a slow connection one
// cached file costs less than several requests a page. Larger ones are loaded where they are wanted. Every page works
// without it. A part whose element is missing does nothing.
import './trusted-types.ts';
import { startAnnouncement } from './announcement.ts';
import { startBackLinks } from './back.ts';
import { startCarousel } from './carousel.ts';
import { showCurrentChip } from '../lists/current-chip.ts';
import { startDataSaver } from '../offline/data-saver.ts';
import { handedOver } from '../session/handover.ts';
import { startInstallBanner } from '../offline/install.ts';
import { startLateView } from '../counts/late-view.ts';
import { startLoadMore } from '../lists/load-more.ts';
import { startHearts } from '../saved/start-hearts.ts';
import { showDaysAgo } from '../links/days-ago.ts';
import { startMenu } from './menu.ts';
import { startStrip, startViewer } from './strip.ts';
import { startSearchKey } from '../search/search-key.ts';
import { startServiceWorker } from '../offline/service-worker.ts';
import { $session, isLoggedIn } from '../session/session.ts';
import { startSessionView } from '../session/session-view.ts';
import { startTaps } from '../counts/taps.ts';
import { startThemeSwitch } from './theme.ts';
import { startViewsCharts } from './views-chart.ts';

startSessionView();
startMenu();
startHearts();
startAnnouncement();
startThemeSwitch();
startBackLinks();
startSearchKey();
startCarousel();
showCurrentChip();
startLoadMore();
startViewer();
startStrip();
startViewsCharts();
startDataSaver();
startInstallBanner();
startServiceWorker();
startLateView();
startTaps();
showDaysAgo();
// Phones show no transition between pages (styles/base.css).
if (matchMedia('(hover: hover)').matches)
  void import('./logo-transition.ts').then(
    ({ startLogoTransition }) => startLogoTransition(),
    () => undefined,
  );
if (isLoggedIn())
  void import('../follow/unseen-count.ts').then(
    ({ startUnseenCount }) => startUnseenCount(),
    () => undefined,
  );
const contacts = document.querySelector<HTMLElement>('[data-contacts-of]');
if (contacts && contacts.dataset['contactsOf'] === $session.get()?.user_id)
  void import('../session/own-contacts.ts').then(
    ({ addOwnContacts }) => addOwnContacts(contacts),
    () => undefined,
  );
if (handedOver('created-app') || handedOver('logged-out'))
  void import('./finish-handover.ts').then(({ finishHandover }) => finishHandover());

// The script in the head and the browser tests wait for this.
const markEnhanced = (): void => {
  document.documentElement.dataset['enhanced'] = '';
  dispatchEvent(new Event('enhanced'));
};
/** What only some pages have. Without these scripts their links and forms work as they are. */
const parts: Promise<void>[] = [];
if (document.querySelector('[data-share], [data-copy]'))
  parts.push(import('../share/share.ts').then(({ startShareLinks }) => startShareLinks()));
if (document.querySelector('[data-live-search]'))
  parts.push(import('../search/search-box.ts').then(({ startSearchBox }) => startSearchBox()));
if (parts.length > 0) void Promise.all(parts).finally(markEnhanced);
else markEnhanced();
