// Others learn nothing of a pending account, nor whether its address is taken.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountClient, bearer, password, type TokenPair } from '../support/account-client.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { oneEngine } from '../support/test-product.ts';

describe.each(oneEngine)('The privacy of pending accounts on %s', (engine) => {
  let api: TestApi;
  const { mailsTo, codeTo, person, signedUp, verified, logIn } = accountClient(() => api);

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => Date.UTC(2026, 0, 1), rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  /** The answers to all requests of a stranger who signed the address up, without ids and tokens. */
  async function probe(email: string): Promise<string[]> {
    const own = 'the password of a stranger';
    const answers: { status: number; body: unknown }[] = [];
    const note = async (answer: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await answer;
      answers.push({ status, body });
      return body;
    };
    const { id } = (await note(api.post('/user/', person(email, own)))) as { id: string };
    const pair = (await note(api.post('/token/', { email, password: own }))) as TokenPair;
    const account = { id, email, access: pair.access };
    const patched = { about_me: 'Mine.' };
    await note(api.request('/user/me/', bearer(pair)));
    await note(api.request(`/user/${id}/`));
    await note(api.request(`/user/${id}/`, bearer(pair)));
    await note(api.request(`/user/${id}/portfolio/`));
    await note(api.request(`/timeline/?user=${id}`));
    await note(sendForm(api, 'PATCH', `/user/${id}/`, patched, account));
    await note(sendForm(api, 'PATCH', `/user/${id}/`, patched));
    await note(
      sendForm(
        api,
        'POST',
        '/app/',
        { name: 'Mine', description: 'Mine.', website: 'https://mine.ng' },
        account,
      ),
    );
    await note(api.post('/user/resend-registration-code/', { email, id }));
    await note(api.post('/user/resend-registration-code/', { email, id: '' }));
    await note(api.post('/user/resend-registration-code/', { email }, pair.access));
    await note(api.post('/user/verify/', { email, id, code: 'AAAAAAAA' }));
    await note(api.post('/user/verify/', { email, id: '', code: 'AAAAAAAA' }));
    await note(api.post('/user/verify/', { email, code: 'AAAAAAAA' }));
    await note(api.post('/user/verify/', { code: 'AAAAAAAA' }, pair.access));
    await note(api.post('/user/verify-password/', { code: 'AAAAAAAA' }));
    const change = { current_password: own, new_password: 'the next one of a stranger' };
    const next = (await note(api.post(`/user/${id}/change-password/`, change, pair.access))) as TokenPair;
    await note(api.post('/token/', { email, password: change.new_password }));
    await note(api.post('/token/', { email, password: 'wrong password' }));
    await note(api.request('/user/sessions/', bearer(next)));
    await note(api.post('/token/refresh/', { refresh: next.refresh }));
    await note(api.post(`/user/${id}/delete/`, { password: change.new_password }, next.access));
    await note(api.request('/user/me/', bearer(next)));
    return answers.map((answer) =>
      JSON.stringify(answer)
        .replaceAll(email, 'ADDRESS')
        .replace(/eyJ[\w.-]+|nbr_[\w-]+/g, 'TOKEN')
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID'),
    );
  }

  test('Answers every probe of a stranger alike for a taken and for a free address', async () => {
    await verified('probed-taken@example.com');
    const taken = await probe('probed-taken@example.com');
    expect(taken).toEqual(await probe('probed-free@example.com'));
    expect(taken.map((answer) => Number(/"status":(\d+)/.exec(answer)?.[1]))).toEqual([
      201, 200, 200, 404, 200, 404, 404, 200, 401, 403, 200, 200, 200, 400, 400, 400, 400, 400, 200, 200, 401,
      200, 200, 200, 401,
    ]);
    expect(api.faults).toEqual([]);
  });

  test('Shows an unverified account to nobody but its owner', async () => {
    const email = 'unseen@example.com';
    const id = await signedUp(email);
    const pair = await logIn(email);
    // An account of an older version may have a handle.
    const { write } = api.product.db;
    await write((trx) => trx.updateTable('users').set({ handle: 'unseen' }).where('id', '=', id).execute());
    const { profiles } = api.product.services;
    expect(await profiles.findUser(id)).toBeNull();
    expect(await profiles.findUserByHandle('unseen')).toBeNull();
    const own = await api.request(`/user/${id}/`, bearer(pair));
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { pair: stranger } = await verified('stranger@example.com');
    expect((await api.request(`/user/${id}/`, bearer(stranger))).status).toBe(404);
    for (const path of [`/user/${id}/apps/`, `/user/${id}/portfolio/`, `/timeline/?user=${id}`])
      expect([path, (await api.request(path)).status]).toEqual([path, 404]);
    await api.post('/user/verify/', { id, code: await codeTo(email) });
    expect(await api.get(`/user/${id}/`)).toMatchObject({ id, handle: 'unseen' });
  });

  test('Mails no text of a stranger to an unverified address', async () => {
    const email = 'victim@example.com';
    const firstname = 'Win a prize at https://evil.example';
    const typed = { ...person(email), firstname };
    const { id } = (await api.post('/user/', typed)).body as { id: string };
    await api.post('/user/resend-registration-code/', { email, id });
    await api.post('/user/forgot-password/', { email });
    const pair = await logIn(email);
    const change = { current_password: password, new_password: 'the next password' };
    const next = (await api.post(`/user/${id}/change-password/`, change, pair.access)).body as TokenPair;
    await api.post(`/user/${id}/delete/`, { password: 'the next password' }, next.access);
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('NaijaBuilt: your verification code'));
    expect(JSON.stringify(mails)).not.toContain('prize');
  });

  test('Keeps the mails of other accounts of an address when a pending one is deleted', async () => {
    const email = 'waiting@example.com';
    await signedUp(email, { own: 'the password of a stranger' });
    const pair = await logIn(email, 'the password of a stranger');
    const strangers = (await api.request('/user/me/', bearer(pair))).body as { id: string };
    const { write } = api.product.db;
    await write((trx) => trx.deleteFrom('outbox').execute());
    await signedUp(email);
    await api.post(`/user/${strangers.id}/delete/`, { password: 'the password of a stranger' }, pair.access);
    const mails = await api.product.db.read
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', email)
      .execute();
    expect(mails).toHaveLength(1);
  });
});
