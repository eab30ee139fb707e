// The one script of every page, also for what only some pages have: on a slow line one file that is kept costs less
// than several requests a page. Every page works without it; each part looks for its own element and rests where there
// is none.
import './trusted-types.ts';
import { startBackLinks } from './back.ts';
import { startCarousel } from './carousel.ts';
import { showCurrentChip } from '../lists/current-chip.ts';
import { startDataSaver } from '../offline/data-saver.ts';
import { handedOver } from '../session/handover.ts';
import { startInstallBanner } from '../offline/install.ts';
import { startLoadMore } from '../lists/load-more.ts';
import { startMenu } from './menu.ts';
import { startViewer } from './open-viewer.ts';
import { startSearchKey } from '../search/search-key.ts';
import { startServiceWorker } from '../offline/service-worker.ts';
import { startSessionView } from '../session/session-view.ts';
import { startShareLinks } from '../share/share.ts';
import { startThemeSwitch } from './theme.ts';
import { startViewsCharts } from './views-chart.ts';

startSessionView();
startMenu();
startThemeSwitch();
startBackLinks();
startSearchKey();
startCarousel();
showCurrentChip();
startLoadMore();
startShareLinks();
startViewer();
startViewsCharts();
startDataSaver();
startInstallBanner();
startServiceWorker();
if (handedOver('created-app') || handedOver('logged-out'))
  void import('./finish-handover.ts').then(({ finishHandover }) => finishHandover());

// The head's script waits for this, and tests do, as a person waits until the page has come to rest.
document.documentElement.dataset['enhanced'] = '';
dispatchEvent(new Event('enhanced'));
