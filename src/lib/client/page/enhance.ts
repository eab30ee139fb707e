// The script of every page. It also has the parts that only some pages need, because on a slow connection one cached
// file costs less than several requests a page. Every page works without it. A part whose element is missing does
// nothing.
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

// The script in the head and the browser tests wait for this.
document.documentElement.dataset['enhanced'] = '';
dispatchEvent(new Event('enhanced'));
