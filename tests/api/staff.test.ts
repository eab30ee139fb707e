// What staff may do with a second factor, and what only after a fresh proof.
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createErrorHandler } from '../../src/lib/server/api/errors.ts';
import { requireStaff } from '../../src/lib/server/api/requests/staff.ts';
import type { ApiEnv } from '../../src/lib/server/api/router.ts';
import { grantRole } from '../../src/lib/server/accounts/index.ts';
import { createAudit } from '../../src/lib/server/platform/security/audit.ts';
import type { Role, StaffRole } from '../../src/lib/shared/schemas/roles.ts';
import { appCode } from '../support/authenticator.ts';
import { addApp, addPasskey, factorsOf, personPassword, type Answered } from '../support/factors.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines, siteUrl } from '../support/test-product.ts';

const minute = 60_000;

describe.each(engines)('Staff on %s', (engine) => {
  let api: TestApi;
  let now: number;
  let ada: Person;

  beforeEach(async () => {
    now = Date.now();
    api = await createTestApi(engine, { clock: () => now, rateLimit: false });
    ada = await createPerson(api);
  });
  afterEach(async () => {
    expect(api.faults).toEqual([]);
    await api.product.dispose();
  });

  const post = async (path: string, body: Record<string, string>, { access } = ada) => {
    const { status, body: answer } = await api.post(path, body, access);
    return { status, body: answer as Answered };
  };
  const grant = (person: Person, role: Role) =>
    grantRole(
      { db: api.product.db, clock: () => now, audit: createAudit({ db: api.product.db, clock: () => now }) },
      { email: person.email, role },
    );
  /** An operation of staff, as the routers of the desk guard theirs. */
  function desk(needed: StaffRole, isFresh: boolean) {
    const app = new Hono<ApiEnv>();
    app.use(async (c, next) => {
      c.set('services', api.product.services);
      await next();
    });
    app.get('/desk', async (c) => c.json(await requireStaff(c, needed, { isFresh })));
    app.onError(
      createErrorHandler(
        (fault) => api.faults.push(fault.error),
        () => false,
        () => 'a@b.ng',
      ),
    );
    return async ({ access }: Pick<Person, 'access'>) => {
      const response = await app.request(`${siteUrl}/desk`, {
        headers: access === '' ? {} : { authorization: `Bearer ${access}` },
      });
      const body = (await response.json()) as { code?: string; error?: string };
      return [response.status, ...(body.code === undefined ? [] : [body.code])];
    };
  }

  test('Opens the desk to staff with a factor for 12 hours, and to nobody else', async () => {
    const [moderate, administer] = [desk('moderator', false), desk('admin', false)];
    expect(await moderate({ access: '' })).toEqual([401]);
    expect(await moderate(ada)).toEqual([404]);
    await grant(ada, 'moderator');
    const pair = (await api.post('/token/', { email: ada.email, password: personPassword })).body;
    const { access, refresh } = pair as { access: string; refresh: string };
    expect(await moderate({ access })).toEqual([403, 'second_factor']);
    await addPasskey(api, { access });
    expect(await moderate({ access })).toEqual([200]);
    // Another session of the same account has not proved it.
    expect(await moderate(ada)).toEqual([403, 'second_factor']);
    expect(await administer({ access })).toEqual([403]);
    now += 12 * 60 * minute;
    const { body } = await api.post('/token/refresh/', { refresh });
    expect(await moderate(body as { access: string })).toEqual([403, 'second_factor']);
  });

  test('Asks for a fresh proof after ten minutes', async () => {
    const fresh = desk('admin', true);
    await grant(ada, 'admin');
    const { secret } = await addApp(api, ada, now);
    expect(await fresh(ada)).toEqual([200]);
    now += 10 * minute;
    expect(await fresh(ada)).toEqual([403, 'fresh_factor']);
    expect((await post('/user/factors/prove/', { code: appCode(secret, now) })).status).toBe(200);
    expect(await fresh(ada)).toEqual([200]);
  });

  test('Takes the desk away at the next request of a demoted account', async () => {
    const moderate = desk('moderator', false);
    await grant(ada, 'admin');
    await addPasskey(api, ada);
    expect(await moderate(ada)).toEqual([200]);
    await grant(ada, 'member');
    expect(await moderate(ada)).toEqual([401]);
  });

  test('Keeps the last factor of staff, whose password alone changes none', async () => {
    await grant(ada, 'moderator');
    const { secret } = await addApp(api, ada, now);
    expect((await post('/user/factors/authenticator/remove/', {})).status).toBe(409);
    const { factors } = await addPasskey(api, ada);
    now += 10 * minute;
    const byPassword = await post('/user/factors/authenticator/remove/', { password: personPassword });
    expect([byPassword.status, byPassword.body.code]).toEqual([403, 'confirm']);
    expect((await post('/user/factors/prove/', { code: appCode(secret, now) })).status).toBe(200);
    expect((await post('/user/factors/authenticator/remove/', {})).status).toBe(200);
    const last = await post(`/user/factors/passkeys/${factors.passkeys[0]?.id ?? ''}/remove/`, {});
    expect(last.status).toBe(409);
    expect((await factorsOf(api, ada)).passkeys).toHaveLength(1);
  });
});
