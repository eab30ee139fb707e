// How jobs are worked on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JobLost } from '../../src/lib/server/platform/jobs/job-queries.ts';
import { cancelJobs, createJobs, enqueueJob, nextBatch } from '../../src/lib/server/platform/jobs/jobs.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { bothEngines } from '../support/test-product.ts';

describe.each(bothEngines)('Jobs on %s', (engine) => {
  let api: TestApi;
  let now = Date.UTC(2026, 0, 1);
  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now });
  });
  afterAll(() => api.product.dispose());

  test('Rolls back the step of a worker whose lease on the job expired', async () => {
    const { db } = api.product;
    const step = Promise.withResolvers<undefined>();
    const entered = Promise.withResolvers<undefined>();
    const steps: string[] = [];
    const failures: unknown[] = [];
    const worker = (name: string, wait: Promise<unknown>) =>
      createJobs({
        db,
        clock: () => now,
        onFailure: ({ error }) => failures.push(error),
        kinds: [
          {
            name: 'reindex-owner',
            async step({ job, commit }) {
              entered.resolve(undefined);
              await wait;
              await commit(async (trx) => {
                await trx
                  .insertInto('settings')
                  .values({ name: `by ${name}`, value: job.id })
                  .execute();
                return { state: {}, done: 1, total: 1, finished: 'remove' };
              });
              steps.push(name);
            },
          },
        ],
      });
    const job = { kind: 'reindex-owner', accountId: 'somebody', state: {}, total: 1 } as const;
    await db.write((trx) => enqueueJob(trx, job, now));
    const slow = worker('slow', step.promise).flush();
    await entered.promise;
    // The lease of the slow worker runs out.
    now += 60_000;
    await worker('quick', Promise.resolve()).flush();
    step.resolve(undefined);
    await slow;
    expect(steps).toEqual(['quick']);
    const written = await db.read
      .selectFrom('settings')
      .select('name')
      .where('name', 'like', 'by %')
      .execute();
    expect(written).toEqual([{ name: 'by quick' }]);
    expect(failures).toEqual([]);
    expect(new JobLost().name).toBe('JobLost');
  });

  test('Publishes the finished steps of a job when a later step fails', async () => {
    const { db } = api.product;
    const events: string[] = [];
    const worker = createJobs({
      db,
      clock: () => now,
      onFailure: ({ error }) => events.push(error instanceof Error ? error.message : 'unknown'),
      kinds: [
        {
          name: 'reindex-owner',
          async step({ job, commit }) {
            if (job.done === 1) throw new Error('The second step fails.');
            await commit(() => Promise.resolve({ state: {}, done: 1, total: 2 }));
          },
          pause: ({ accountId }) => Promise.resolve(void events.push(`published ${accountId}`)),
        },
      ],
    });
    const job = { kind: 'reindex-owner', accountId: 'half', state: {}, total: 2 } as const;
    await db.write((trx) => enqueueJob(trx, job, now));
    await worker.flush();
    await db.write((trx) => cancelJobs(trx, 'half'));
    expect(events).toEqual(['published half', 'The second step fails.']);
  });
});

test('A batch grows towards its target in small steps and shrinks at once', () => {
  expect([nextBatch(8, 1, 3), nextBatch(8, 3, 3), nextBatch(100, 30, 3), nextBatch(1, 99, 3)]).toEqual([
    10, 8, 10, 1,
  ]);
  expect(nextBatch(8, 99, 3, 8)).toBe(8);
});
