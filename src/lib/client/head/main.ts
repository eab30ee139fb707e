// The script in the head of every page. It runs before the first paint, so that nothing flashes or moves when the other
// scripts arrive. scripts/inline-script.ts bundles it. The data saver must start before the first picture is requested.
import { markAccount } from './account.ts';
import { startDataSaver } from './data-saver.ts';
import { preloadFirstPicture } from './first-picture.ts';
import { markFormFailed, watchForms } from './form-status.ts';
import { loadLateScripts } from './late-scripts.ts';
import { systemOf } from './phone-system.ts';
import { runJobs } from './run-jobs.ts';
import { applyTheme } from './theme.ts';
import { keepTypedOnReload } from './typed-early.ts';

const root = document.documentElement;

runJobs([
  () => root.classList.add('js'),
  () => (root.dataset['system'] = systemOf(navigator.userAgent)),
  () => applyTheme(root),
  () => markAccount(root),
  () => startDataSaver(root),
  () => preloadFirstPicture(root),
  () => keepTypedOnReload(),
  () => watchForms(root),
  () => loadLateScripts(() => markFormFailed(root)),
]);
