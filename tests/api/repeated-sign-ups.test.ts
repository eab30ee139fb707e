// Sign-ups, codes and passwords that are sent again with their key are done once.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyRow } from '../support/every-row.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { keyedRequests } from '../support/keyed-requests.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Repeated sign-ups on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  let now = Date.now();
  let count = 0;
  const { send } = keyedRequests(() => ({ api, owner }));

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now });
    owner = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  test('Verifies once, and repeats the tokens only for the same key', async () => {
    const email = `verified${String(++count)}@example.com`;
    const form = { firstname: 'Ada', lastname: 'Obi', email, password: 'correct horse battery' };
    const { id } = (await send('/user/', form, {})).body as { id: string };
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    const code = codeIn(mails.find(({ to }) => to === email));
    const key = randomUUID();
    const first = await send('/user/verify/', { email, id, code }, { key });
    expect(first.status).toBe(200);
    const second = await send('/user/verify/', { email, id, code }, { key });
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect((await send('/user/verify/', { email, id, code }, { key: randomUUID() })).status).toBe(400);
    const { access, refresh } = (first.body as { data: { access: string; refresh: string } }).data;
    const everything = JSON.stringify(await everyRow(api.product.db));
    for (const token of [access, refresh]) expect(everything).not.toContain(token);
  });

  test('Changes the password once, although the session of the first request has ended', async () => {
    const person = await createPerson(api);
    const path = `/user/${person.id}/change-password/`;
    const form = { current_password: 'correct horse battery', new_password: 'another horse battery' };
    const key = randomUUID();
    const first = await send(path, form, { as: person, key });
    expect(first.status).toBe(200);
    const second = await send(path, form, { as: person, key });
    expect([second.status, second.body]).toEqual([200, first.body]);
    const { access } = second.body as { access: string };
    expect((await api.request('/user/me/', { headers: { authorization: `Bearer ${access}` } })).status).toBe(
      200,
    );
    const guessed = { ...form, current_password: 'a wrong horse battery' };
    expect((await send(path, guessed, { as: person, key })).status).toBe(422);
    expect((await send(path, form, { as: person })).status).toBe(401);
  });

  test('Mails a new code when the code of the first request has expired', async () => {
    const person = await createPerson(api);
    const key = randomUUID();
    const ask = async () => {
      const { status, body, headers } = await send(
        '/user/forgot-password/',
        { email: person.email },
        { key },
      );
      expect(status).toBe(200);
      const { request_token: token } = body as { request_token: string };
      return { token, isReplayed: headers.get('idempotency-replayed') === 'true' };
    };
    const first = await ask();
    now += 4 * 60_000;
    expect(await ask()).toEqual({ token: first.token, isReplayed: true });
    now += 60_001;
    const fresh = await ask();
    expect(fresh.isReplayed).toBe(false);
    expect(fresh.token).not.toBe(first.token);
    await api.product.outbox.flush();
    const mails = (await mailsIn(api.product.config.dataDir)).filter(({ to }) => to === person.email);
    const code = codeIn(mails.at(-1));
    const proof = { code, request_token: fresh.token };
    const [exchange, again] = [randomUUID(), randomUUID()];
    const exchanged = await send('/user/verify-password/', proof, { key: exchange });
    expect(exchanged.status).toBe(200);
    expect((await send('/user/verify-password/', proof, { key: exchange })).body).toEqual(exchanged.body);
    now += 15 * 60_000 + 1;
    for (const one of [exchange, again])
      expect((await send('/user/verify-password/', proof, { key: one })).status).toBe(400);
  });
});
