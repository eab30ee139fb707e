// The one script of every page; what only some pages have comes with the component that has it. Every page works without it; each part
// looks for its own element and rests where there is none.
import { startBackLinks } from './back.ts';
import { startDataSaver } from './data-saver.ts';
import { startInstallBanner } from './install.ts';
import { startMenu } from './menu.ts';
import { startSearchKey } from './search-key.ts';
import { startServiceWorker } from './service-worker.ts';
import { startSessionView } from './session-view.ts';
import { startThemeSwitch } from './theme.ts';

startSessionView();
startMenu();
startThemeSwitch();
startBackLinks();
startSearchKey();
startDataSaver();
startInstallBanner();
startServiceWorker();
