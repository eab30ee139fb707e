// 'Open to work' over the API, the mail that asks again, and its end.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restrictAccount } from '../../src/lib/server/rules/index.ts';
import type { OwnUserJson, UserJson } from '../../src/lib/shared/schemas/users.ts';
import { createPerson, type Person } from '../support/people.ts';
import { mailsIn } from '../support/mailbox.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const dayMs = 86_400_000;

describe.each(engines)('Open to work on %s', (engine) => {
  let api: TestApi;
  let now = Date.UTC(2026, 10, 1);
  let ada: Person;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now });
    ada = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  const change = async (fields: Record<string, string>, as = ada) =>
    (await api.request(`/user/${as.id}/`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${as.access}`, 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })) as { status: number; body: OwnUserJson & { fields: Record<string, string> } };
  /** A login lasts minutes, and the clock moves by weeks. */
  const logIn = async () => {
    const { status, body } = await api.post('/token/', {
      email: ada.email,
      password: 'correct horse battery',
    });
    expect(status).toBe(200);
    ada = { ...ada, access: (body as { access: string }).access };
  };
  const shown = async () => await api.get<UserJson>(`/user/${ada.id}/`);
  const asked = async () => {
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    return mails.filter(({ to, subject }) => to === ada.email && subject.includes('still open to work'));
  };

  test('Hides the work section until its owner turns it on', async () => {
    expect(await shown()).toMatchObject({
      open_to_work: false,
      open_until: null,
      work_kinds: [],
      work_remote: false,
      work_state: '',
    });
  });

  test.each([
    [{ open_to_work: 'true' }, 'work_kinds'],
    [{ open_to_work: 'true', work_kinds: 'contract' }, 'work_state'],
    [{ work_kinds: 'contract,king' }, 'work_kinds'],
    [{ work_state: 'Atlantis' }, 'work_state'],
    [{ open_to_work: 'maybe' }, 'open_to_work'],
  ])('Refuses %j beside the field %s', async (fields: Record<string, string>, field) => {
    const { status, body } = await change(fields);
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
    expect((await shown()).open_to_work).toBe(false);
  });

  test('Shows for 60 days what somebody looks for, and keeps it for them afterwards', async () => {
    const wanted = { work_kinds: 'contract,full-time', work_remote: 'true', work_state: 'Lagos' };
    expect((await change({ ...wanted, open_to_work: 'true' })).status).toBe(200);
    const open = {
      open_to_work: true,
      open_until: new Date(now + 60 * dayMs).toISOString(),
      work_kinds: ['full-time', 'contract'],
      work_remote: true,
      work_state: 'Lagos',
    };
    expect(await shown()).toMatchObject(open);

    now += 52 * dayMs;
    await api.product.services.profiles.sweep();
    expect(await asked()).toEqual([]);
    now += 2 * dayMs;
    await api.product.services.profiles.sweep();
    await api.product.services.profiles.sweep();
    expect((await asked()).map(({ text }) => text.includes('/profile/update/work'))).toEqual([true]);

    // Saved again, and asked again at the end of that time.
    await logIn();
    expect((await change({ open_to_work: 'true' })).body.open_until).toBe(
      new Date(now + 60 * dayMs).toISOString(),
    );
    now += 54 * dayMs;
    await api.product.services.profiles.sweep();
    expect(await asked()).toHaveLength(2);
    now += 7 * dayMs;
    await api.product.services.profiles.sweep();
    expect(await asked()).toHaveLength(2);
    expect(await shown()).toMatchObject({ open_to_work: false, open_until: null, work_kinds: [] });
    await logIn();
    const me = await api.request('/user/me/', { headers: { authorization: `Bearer ${ada.access}` } });
    expect(me.body).toMatchObject({ work_kinds: ['full-time', 'contract'] });
  });

  test('Refuses an account that is not verified or may not publish contact details', async () => {
    const wanted = { open_to_work: 'true', work_kinds: 'contract', work_remote: 'true' };
    const eve = await createPerson(api, { verified: false });
    expect((await change(wanted, eve)).status).toBe(403);
    const mallory = await createPerson(api);
    const refused = {
      accountId: mallory.id,
      actions: ['contact' as const],
      reason: 'Spam.',
      until: now + dayMs,
      now,
    };
    await api.product.db.write((trx) => restrictAccount(trx, refused));
    expect((await change(wanted, mallory)).status).toBe(403);
  });
});
