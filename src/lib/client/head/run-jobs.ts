/** Event of the window: a script of the page did not load. forms.ts of a page with forms waits for it. */
export const scriptFailed = 'late-script-failed';

/** Runs all jobs. An error is reported like any uncaught one, and does not stop the next jobs. */
export function runJobs(jobs: readonly (() => unknown)[]): void {
  for (const job of jobs) {
    try {
      job();
    } catch (error) {
      reportError(error);
    }
  }
}
