// The operator's command, as a function.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runRemoveFactors } from '../../scripts/data/run-remove-factors.ts';
import { addPasskey, passwordOnly, personPassword } from '../support/factors.ts';
import { mailsIn } from '../support/mailbox.ts';
import { asFunction, asProcess } from '../support/operator-command.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const removeFactors = asFunction(runRemoveFactors);
const removeFactorsApart = asProcess('scripts/remove-factors.ts');

describe.each(engines)('npm run remove-factors on %s', (engine) => {
  let api: TestApi;
  let env: Record<string, string>;
  let ada: Person;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    const { dataDir, databaseUrl } = api.product.config;
    env = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
  });
  afterAll(() => api.product.dispose());
  beforeEach(async () => {
    ada = await createPerson(api);
  });

  test('Removes all factors, ends the sessions, mails the owner, and records it', async () => {
    await addPasskey(api, ada);
    await passwordOnly(api, ada);
    expect(await removeFactorsApart(env, ada.email)).toEqual([
      0,
      `1 second factor of ${ada.email} removed. Its sessions have ended.\n`,
    ]);
    const me = await api.request('/user/me/', { headers: { authorization: `Bearer ${ada.access}` } });
    expect(me.status).toBe(401);
    const login = await api.post('/token/', { email: ada.email, password: personPassword });
    expect(login.status).toBe(200);
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    expect(mails.filter(({ subject }) => subject.includes('second factors were removed'))).toHaveLength(1);
    const events = await api.product.db.read
      .selectFrom('audit_events')
      .select(['event', 'client'])
      .where('event', '=', 'factor.operator-removed')
      .execute();
    expect(events).toEqual([{ event: 'factor.operator-removed', client: 'operator' }]);
  });

  test('Changes nothing for an account without a factor, an unknown address, and wrong arguments', async () => {
    expect(await removeFactors(env, ada.email)).toEqual([0, `${ada.email} has no second factor.\n`]);
    expect(await removeFactors(env, 'nobody@example.com')).toEqual([
      1,
      expect.stringContaining('No verified account'),
    ]);
    expect(await removeFactors(env)).toEqual([2, expect.stringContaining('Usage')]);
    const me = await api.request('/user/me/', { headers: { authorization: `Bearer ${ada.access}` } });
    expect(me.status).toBe(200);
  });
});
