// The script in the head of pages with forms. It runs before their scripts, because those cannot report that they do
// not load. components/site/FormScript.astro has it.
import { watchForms } from './form-status.ts';
import { runJobs } from './run-jobs.ts';
import { keepTypedOnReload } from './typed-early.ts';

runJobs([() => keepTypedOnReload(), () => watchForms(document.documentElement)]);
