import type { Product } from '../../src/compose.ts';

/** Keeps the worker from taking jobs until `release`, so that a test sees the effect of the request only. */
export function pausedJobs({ jobs }: Product): { release(): void } {
  const { flush } = jobs;
  jobs.flush = () => Promise.resolve();
  return { release: () => (jobs.flush = flush) };
}
