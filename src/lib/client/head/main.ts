// The script in the head of every page. It runs before the first paint, so that nothing flashes or moves when the other
// scripts arrive. scripts/inline-script.ts bundles it. The data saver must start before the first picture is requested.
import { markAccount } from './account.ts';
import { hideClosedAnnouncement } from './closed-announcement.ts';
import { startDataSaver } from './data-saver.ts';
import { preloadFirstPicture } from './first-picture.ts';
import { loadLateScripts } from './late-scripts.ts';
import { systemOf } from './phone-system.ts';
import { notePressedFollow } from './pressed-follow.ts';
import { notePressedHearts } from './pressed-hearts.ts';
import { runJobs } from './run-jobs.ts';
import { applyTheme } from './theme.ts';

const root = document.documentElement;

runJobs([
  () => root.classList.add('js'),
  () => (root.dataset['system'] = systemOf(navigator.userAgent)),
  () => applyTheme(root),
  () => hideClosedAnnouncement(root),
  () => markAccount(root),
  () => startDataSaver(root),
  () => notePressedHearts(),
  () => notePressedFollow(),
  () => preloadFirstPicture(root),
  () => loadLateScripts(),
]);
