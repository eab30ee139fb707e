// The script that stands in the head of every page and runs before the first paint, so that nothing flashes or moves
// when the other scripts arrive. scripts/inline-script.ts bundles it. Order matters in one place: the data saver
// decides before pictures are asked for.
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
