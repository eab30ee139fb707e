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
import { filterSearchText, startSearchKeys } from '../search/search-keys.ts';
import { startServiceWorker } from '../offline/service-worker.ts';
import { $session } from '../session/session.ts';
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
filterSearchText();
startSearchKeys();
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
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-print]')) print();
});
// Phones show no transition between pages (styles/base.css).
if (matchMedia('(hover: hover)').matches)
  void import('./logo-transition.ts').then(
    ({ startLogoTransition }) => startLogoTransition(),
    () => undefined,
  );
// What only somebody who is logged in needs. The login may come later, in another tab.
let isForMember = false;
$session.subscribe((visitor) => {
  if (!visitor || isForMember) return;
  isForMember = true;
  void import('../follow/unseen-count.ts').then(
    ({ startUnseenCount }) => startUnseenCount(),
    () => undefined,
  );
  const follow = document.querySelector<HTMLElement>('[data-follow]');
  if (follow)
    void import('../follow/follow-button.ts').then(({ startFollowButton }) => startFollowButton(follow));
  const contacts = document.querySelector<HTMLElement>('[data-contacts-of]');
  if (contacts && contacts.dataset['contactsOf'] === visitor.user_id)
    void import('../session/own-contacts.ts').then(
      ({ addOwnContacts }) => addOwnContacts(contacts),
      () => undefined,
    );
});
if (handedOver('created-app') || handedOver('logged-out'))
  void import('./finish-handover.ts').then(({ finishHandover }) => finishHandover());

// The script in the head and the browser tests wait for this.
const markEnhanced = (): void => {
  document.documentElement.dataset['enhanced'] = '';
  dispatchEvent(new Event('enhanced'));
};
// Without this script the link to WhatsApp is left.
if (document.querySelector('[data-share], [data-copy]'))
  void import('../share/share.ts').then(({ startShareLinks }) => startShareLinks()).finally(markEnhanced);
else markEnhanced();
