// What is under way with a password while it is changed counts as come too late: nothing of it outlives the change.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const password = 'correct horse battery';

describe.each(engines)('a password that is changed at the same moment on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  const change = (person: { id: string; access: string }, next: string) =>
    api.post(
      `/user/${person.id}/change-password/`,
      { current_password: password, new_password: next },
      person.access,
    );
  const me = async (access: string) =>
    (await api.request('/user/me/', { headers: { authorization: `Bearer ${access}` } })).status;

  test('a login with the old one has no session that lives on', async () => {
    const person = await createPerson(api);
    const [login, changed] = await Promise.all([
      api.post('/token/', { email: person.email, password }),
      change(person, 'another password'),
    ]);
    expect(changed.status).toBe(200);
    if (login.status === 200) expect(await me((login.body as { access: string }).access)).toBe(401);
    else expect(login.status).toBe(401);
    expect(await me((changed.body as { access: string }).access)).toBe(200);
  });

  test('an account is not deleted with the old one', async () => {
    const person = await createPerson(api);
    const [changed, deleted] = await Promise.all([
      change(person, 'another password'),
      api.post(`/user/${person.id}/delete/`, { password }, person.access),
    ]);
    expect([changed.status, deleted.status].filter((status) => status === 200)).toHaveLength(1);
  });

  test('of two changes one is taken, and the other is told that the password is wrong', async () => {
    const person = await createPerson(api);
    const answers = await Promise.all([
      change(person, 'another password'),
      change(person, 'a third password'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const [taken] = answers.filter(({ status }) => status === 200);
    const next = taken === answers[0] ? 'another password' : 'a third password';
    expect((await api.post('/token/', { email: person.email, password: next })).status).toBe(200);
  });
});
