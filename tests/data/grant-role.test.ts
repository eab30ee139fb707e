// The operator's command, as a function and as a process.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runGrantRole } from '../../scripts/data/run-grant-role.ts';
import { asFunction, asProcess } from '../support/operator-command.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const grantRole = asFunction(runGrantRole);
const grantRoleApart = asProcess('scripts/grant-role.ts');

describe.each(engines)('npm run grant-role on %s', (engine) => {
  let api: TestApi;
  let env: Record<string, string>;
  let ada: Person;
  /** How many changes of roles earlier tests recorded. */
  let recorded = 0;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    const { dataDir, databaseUrl } = api.product.config;
    env = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
  });
  afterAll(() => api.product.dispose());
  beforeEach(async () => {
    ada = await createPerson(api);
    recorded = (await changes()).length;
  });

  const roleOf = async ({ id }: Person) =>
    (
      await api.product.db.read
        .selectFrom('users')
        .select('role')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).role;
  const changes = async () =>
    (await api.product.db.read.selectFrom('audit_events').selectAll().orderBy('id').execute())
      .filter(({ event }) => event.startsWith('role.'))
      .map(({ event, user_id, client }) => ({ event, user_id, client }));
  const trail = async () => (await changes()).slice(recorded);
  const status = async ({ access }: Person) =>
    (await api.request('/user/me/', { headers: { authorization: `Bearer ${access}` } })).status;

  test('Gives a role in a process of its own, and records it', async () => {
    expect(await grantRoleApart(env, ada.email.toUpperCase(), 'admin')).toEqual([
      0,
      `${ada.email.toUpperCase()} is admin now, and was member before.\n`,
    ]);
    expect(await roleOf(ada)).toBe('admin');
    expect(await trail()).toEqual([{ event: 'role.granted', user_id: ada.id, client: 'operator' }]);
    expect(await status(ada)).toBe(200);
    expect(await grantRole(env, ada.email, 'admin')).toEqual([0, `${ada.email} is admin already.\n`]);
  });

  test('Ends the sessions of an account that loses rights', async () => {
    await grantRole(env, ada.email, 'admin');
    const [code, said] = await grantRole(env, ada.email, 'moderator');
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/is moderator now, and was admin before\. \d sessions? ended\.\n$/),
    ]);
    expect(await status(ada)).toBe(401);
    expect((await trail()).map(({ event }) => event)).toEqual(['role.granted', 'role.revoked']);
  });

  test('Refuses an address that is not verified, and one without an account', async () => {
    const pending = await createPerson(api, { verified: false });
    expect(await grantRole(env, pending.email, 'admin')).toEqual([
      1,
      expect.stringContaining('is not verified'),
    ]);
    expect(await roleOf(pending)).toBe('member');
    expect(await grantRole(env, 'nobody@example.com', 'admin')).toEqual([
      1,
      expect.stringContaining('No account has the address'),
    ]);
    expect(await trail()).toEqual([]);
  });

  test.each([[[]], [['ada@example.com']], [['ada@example.com', 'king']], [['--loud', 'a@b.ng', 'admin']]])(
    'Explains itself and changes nothing for the arguments %j',
    async (args) => {
      expect(await grantRole(env, ...args)).toEqual([
        2,
        expect.stringContaining('Usage: npm run grant-role'),
      ]);
      expect(await roleOf(ada)).toBe('member');
    },
  );
});
