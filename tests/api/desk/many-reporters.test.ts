// A decision about a case that many people have reported.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../src/lib/server/platform/db/database.ts';
import { questionPath } from '../../../src/lib/server/moderation/reports/questions.ts';
import { createTellJob } from '../../../src/lib/server/moderation/reports/tell-reporters.ts';
import { newId } from '../../../src/lib/server/platform/ids.ts';
import { createJobs, type JobKind } from '../../../src/lib/server/platform/jobs/jobs.ts';
import { caseOf, createStaff, decide, listApp, openCase, ruling } from '../../support/desk-cases.ts';
import { createPerson, type Person } from '../../support/people.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { engines } from '../../support/test-product.ts';

const reporters = 130;

describe.each(engines)('Many reporters of one case on %s', (engine) => {
  let api: TestApi;
  let staff: Person;
  let owner: Person;
  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, wakeMail: () => undefined });
    staff = await createStaff(api);
    owner = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  const database = () => (api.product.db as OpenDatabase).kysely;

  /** @returns the number of a case with this many reports */
  async function reportedCase(mark: string): Promise<string> {
    const app = await listApp(api, owner);
    const { id, number } = await openCase(api, { subject: { kind: 'app', id: app.id }, ownerId: owner.id });
    const query = database().selectFrom('reports').selectAll().where('case_id', '=', id);
    const first = await query.executeTakeFirstOrThrow();
    const rows = Array.from({ length: reporters - 1 }, (_, index) => {
      const reportId = newId();
      const email = `${mark}${String(index)}@example.com`;
      return { ...first, id: reportId, number: reportId.slice(-13), reporter_key: reportId, email };
    });
    await database().insertInto('reports').values(rows).execute();
    return number;
  }
  const mailed = async (mark: string) =>
    (await database().selectFrom('outbox').select('recipient').execute())
      .map(({ recipient }) => recipient)
      .filter((recipient) => recipient.startsWith(mark));

  test('Each is mailed once, most of them by a job that goes on where a killed process has stopped', async () => {
    const number = await reportedCase('many');
    const { jobs } = api.product;
    const { flush } = jobs;
    // As long as no process takes jobs.
    jobs.flush = () => Promise.resolve();
    expect((await decide(api, staff, number, { action: 'limit' })).status).toBe(201);
    const atOnce = (await mailed('many')).length;
    expect(atOnce).toBeGreaterThan(0);
    expect(atOnce).toBeLessThan(reporters / 2);
    const { config, secret } = api.product;
    const killed = createJobs({
      db: api.product.db,
      clock: api.product.clock,
      onFailure: ({ error }) => api.faults.push(error),
      kinds: [
        tellOnce(
          createTellJob({ secret, siteUrl: config.siteUrl, wakeMail: () => undefined }),
          () => void killed.stop(),
        ),
      ],
    });
    await killed.flush();
    expect(await mailed('many')).toHaveLength(atOnce + 30);
    await database().updateTable('jobs').set({ lease: 'of the killed process' }).execute();
    jobs.flush = flush;
    await jobs.flush();
    const recipients = await mailed('many');
    expect([recipients.length, new Set(recipients).size]).toEqual([reporters - 1, reporters - 1]);
    expect(await database().selectFrom('jobs').select('id').execute()).toEqual([]);
    const open = database().selectFrom('reports').select('id').where('state', '=', 'open');
    expect(await open.execute()).toEqual([]);
    expect(api.faults).toEqual([]);
  });

  test('The answer of an owner wakes the job', async () => {
    const number = await reportedCase('settled');
    const asked = await database()
      .updateTable('cases')
      .set({ state: 'waiting', waits_until: Date.now() + 86_400_000 })
      .where('number', '=', number)
      .returning(['id', 'owner_id'])
      .executeTakeFirstOrThrow();
    const path = `/report${questionPath(api.product.secret, asked.id, asked.owner_id ?? '')}/`;
    expect((await api.post(path, { answer: 'mended' })).status).toBe(200);
    await expect.poll(async () => (await mailed('settled')).length, { timeout: 4_000 }).toBe(reporters - 1);
  });

  test('A preview mails nobody and leaves no job', async () => {
    const number = await reportedCase('previewed');
    const { version } = await caseOf(api, staff, number);
    const form = { version, action: 'limit', ...ruling };
    const path = `/desk/cases/${number}/decisions/preview/`;
    expect((await api.post(path, form, staff.access)).status).toBe(200);
    expect(await mailed('previewed')).toEqual([]);
    expect(await database().selectFrom('jobs').select('id').execute()).toEqual([]);
  });
});

/** The job with 30 reporters in its first step, after which `end` is called. */
const tellOnce = (job: JobKind, end: () => void): JobKind => ({
  ...job,
  async step(step) {
    await job.step({ ...step, batch: 30 });
    end();
  },
});
