// Neither an answer nor the work before it depends on whether an address has an account. Threat: a commit for only one
// of the two cases shows on a slow disk. tests/proof/enumeration.test.ts measures the time itself.
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('The work before an answer on %s', (engine) => {
  let api: TestApi;
  let person: Person;
  let unverified: Person;
  /** The steps, in milliseconds, at multiples of which answers would have left. */
  let delays: number[] = [];
  beforeAll(async () => {
    api = await createTestApi(engine, {
      rateLimit: false,
      wakeMail: () => undefined,
      answerInSteps: (stepMs, work) => {
        delays.push(stepMs);
        return work();
      },
    });
    person = await createPerson(api);
    unverified = await createPerson(api, { verified: false });
    // From then on refusals of this client are only logged, so no write is left that both cases share.
    // One after another: all at once they wait for a connection, which on a busy machine may take too long.
    for (let refusal = 0; refusal < 61; refusal += 1) {
      const { status } = await api.post('/user/verify/', { email: 'nobody@example.com', code: 'AAAAAAAA' });
      expect(status).toBe(400);
    }
  });
  afterAll(() => api.product.dispose());

  /** @returns the status, and how many rows transactions inserted meanwhile */
  async function writtenBy(work: () => Promise<{ status: number }>): Promise<[number, number]> {
    const { db } = api.product;
    const write = db.write.bind(db);
    const inserts = new Set<unknown>();
    let rows = 0;
    const counting: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        if (node.kind === 'InsertQueryNode') inserts.add(queryId);
        return node;
      },
      transformResult({ queryId, result }) {
        if (inserts.has(queryId)) rows += Number(result.numAffectedRows ?? result.rows.length);
        return Promise.resolve(result);
      },
    };
    db.write = (change) => write((trx) => change(trx.withPlugin(counting)));
    try {
      const { status } = await work();
      return [status, rows];
    } finally {
      db.write = write;
    }
  }

  const requestTokenOf = async (email: string) => {
    const { body } = await api.post('/user/forgot-password/', { email });
    return (body as { request_token: string }).request_token;
  };

  test('Writes as many rows for a reset of an unknown address as for a known one', async () => {
    const ask = (email: string) => writtenBy(() => api.post('/user/forgot-password/', { email }));
    const known = await ask(person.email);
    expect(known).toEqual([200, expect.any(Number)]);
    expect(known[1]).toBeGreaterThan(0);
    for (const email of ['nobody@example.com', unverified.email]) expect(await ask(email)).toEqual(known);
  });

  test('Writes as many rows for a new code to an unknown address as to a pending account', async () => {
    // Earlier codes would be replaced, which is one more write.
    await api.product.db.write((trx) => trx.deleteFrom('codes').execute());
    const ask = (email: string) => writtenBy(() => api.post('/user/resend-registration-code/', { email }));
    const known = await ask(unverified.email);
    expect(known).toEqual([200, expect.any(Number)]);
    expect(known[1]).toBeGreaterThan(0);
    for (const email of ['nobody@example.com', person.email]) expect(await ask(email)).toEqual(known);
  });

  test('Writes as many rows for a wrong code where no code exists as where one does', async () => {
    const verify = (email: string) => writtenBy(() => api.post('/user/verify/', { email, code: 'AAAAAAAA' }));
    const reset = async (email: string) => {
      const requestToken = await requestTokenOf(email);
      return await writtenBy(() =>
        api.post('/user/verify-password/', { code: 'AAAAAAAA', request_token: requestToken }),
      );
    };
    const known = [await verify(unverified.email), await reset(person.email)];
    expect(known).toEqual([
      [400, expect.any(Number)],
      [400, expect.any(Number)],
    ]);
    for (const [, written] of known) expect(written).toBeGreaterThan(0);
    expect([await verify('nobody@example.com'), await reset('nobody@example.com')]).toEqual(known);
  });

  test('Delays each answer by the same step whether the address has an account or not', async () => {
    const sign = { firstname: 'Ada', lastname: 'Obi', password: 'correct horse battery' };
    const delaysOf = async (email: string): Promise<number[]> => {
      delays = [];
      const requestToken = await requestTokenOf(email);
      await api.post('/user/', { ...sign, email });
      await api.post('/token/', { email, password: 'wrong password' });
      await api.post('/user/resend-registration-code/', { email });
      await api.post('/user/verify/', { email, code: 'AAAAAAAA' });
      await api.post('/user/verify-password/', { code: 'AAAAAAAA', request_token: requestToken });
      return delays;
    };
    for (const email of [person.email, unverified.email, 'delayed@example.com'])
      expect(await delaysOf(email)).toEqual([200, 250, 100, 200, 100, 100]);
    expect(api.faults).toEqual([]);
  });
});
