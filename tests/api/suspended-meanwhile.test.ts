// Requests whose account is suspended after their session was checked: they change nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beforeFirstWrite } from '../support/before-first-write.ts';
import { addApp, factorsOf, personPassword } from '../support/factors.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('A request whose account is suspended meanwhile on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  /** Suspends the person before the first write of the request, which comes after its session was checked. */
  const suspendedDuring = <Answer>(person: Person, send: () => Promise<Answer>) =>
    beforeFirstWrite(
      api.product.db,
      () => api.product.services.moderation.banAccount(person.id, 'Spam.'),
      send,
    );

  test('Keeps a recovery code of an account that is suspended during its request', async () => {
    const person = await createPerson(api);
    const { recovery_codes: codes } = await addApp(api, person, Date.now());
    const answer = await suspendedDuring(person, () =>
      api.post('/user/factors/prove/', { recovery_code: codes?.[0] ?? '' }, person.access),
    );
    expect(answer).toMatchObject({ status: 401, body: { error: 'Kindly login to proceed' } });
    await api.product.services.moderation.unbanAccount(person.id);
    const login = await api.post('/token/', { email: person.email, password: personPassword });
    const { token = '' } = (login.body as { second_factor?: { token: string } }).second_factor ?? {};
    const again = await api.post('/token/factor/', { token, recovery_code: codes?.[0] ?? '' });
    expect(again.status).toBe(200);
    const { recovery_codes: left } = await factorsOf(api, again.body as Pick<Person, 'access'>);
    expect(left.left).toBe(9);
  });

  test('Keeps an account that is suspended during its deletion request', async () => {
    const person = await createPerson(api);
    const answer = await suspendedDuring(person, () =>
      api.post(`/user/${person.id}/delete/`, { password: personPassword }, person.access),
    );
    expect(answer).toMatchObject({ status: 401, body: { error: 'Kindly login to proceed' } });
    await api.product.services.moderation.unbanAccount(person.id);
    const login = await api.post('/token/', { email: person.email, password: personPassword });
    expect(login.status).toBe(200);
  });
});
