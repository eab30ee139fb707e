import { afterEach, expect, test, vi } from 'vitest';
import { runJobs } from './run-jobs.ts';

afterEach(() => vi.unstubAllGlobals());

test('Runs the jobs after one that throws, and reports its error', () => {
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const fault = new Error('A fault of this test.');
  const done: string[] = [];
  runJobs([
    () => done.push('first'),
    () => {
      throw fault;
    },
    () => done.push('last'),
  ]);
  expect(done).toEqual(['first', 'last']);
  expect(reported).toEqual([fault]);
});
