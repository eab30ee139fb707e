/** Runs all jobs. One that throws is reported like any uncaught error, and does not stop the ones after it. */
export function runJobs(jobs: readonly (() => unknown)[]): void {
  for (const job of jobs) {
    try {
      job();
    } catch (error) {
      reportError(error);
    }
  }
}
