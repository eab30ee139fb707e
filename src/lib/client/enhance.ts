// The one script of the reading pages. Every page works without it; each part looks for its own element and rests where there is none.
import './trusted-types.ts';
import { startBackLinks } from './back.ts';
import { startCarousel } from './carousel.ts';
import { startInstallBanner } from './install.ts';
import { startLoadMore } from './load-more.ts';
import { startMenu } from './menu.ts';
import { startSearchKey } from './search-key.ts';
import { startSessionView } from './session-view.ts';
import { startThemeSwitch } from './theme.ts';
import { startViewer } from './viewer.ts';

startSessionView();
startMenu();
startThemeSwitch();
startBackLinks();
startCarousel();
startSearchKey();
startLoadMore();
startViewer();
startInstallBanner();
