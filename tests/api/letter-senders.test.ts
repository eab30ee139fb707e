// Senders of letters: names that mislead, accounts that are suspended, and those that are reported.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Senders of letters, on %s', (engine) => {
  let api: TestApi;
  let ada: Person;

  beforeAll(async () => {
    api = await createTestApi(engine);
    ada = await createPerson(api);
    const { status } = await api.request(`/user/${ada.id}/`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${ada.access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ open_to_work: 'true', work_kinds: 'contract', work_remote: 'true' }),
    });
    expect(status).toBe(200);
  });
  afterAll(() => api.product.dispose());

  const client = { address: '198.18.7.7' };
  const message = 'We look for somebody who builds for markets.';
  const send = (email: string, name: string) =>
    api.product.services.letters.sendLetter({ to: ada.id, name, email, message }, client);
  async function mailsTo(to: string) {
    await api.product.outbox.flush();
    return (await mailsIn(api.product.config.dataDir)).filter((mail) => mail.to === to);
  }

  test.each(['NaijaBuilt', 'Naija Built Support', 'NaijaBui1t'])(
    'Refuses the name %s, because the mail shows it',
    async (name) => {
      const refused = { status: 400, fields: { name: expect.any(String) as string } };
      await expect(send('bola@company.example', name)).rejects.toMatchObject(refused);
      expect(await mailsTo('bola@company.example')).toEqual([]);
    },
  );

  test('Sends no letter of a suspended account', async () => {
    const mallory = await createPerson(api);
    await api.product.services.moderation.banAccount(mallory.id, 'Spam.');
    const { request } = await send(mallory.email, 'Mallory');
    const code = codeIn((await mailsTo(mallory.email)).at(-1));
    const before = await mailsTo(ada.email);
    const confirmed = api.product.services.letters.confirmLetter({ request, code }, client);
    await expect(confirmed).rejects.toMatchObject({ status: 403 });
    expect(await mailsTo(ada.email)).toEqual(before);
  });

  async function reportLetterOf(sender: Person): Promise<void> {
    const { letters } = api.product.services;
    const { request } = await send(sender.email, 'Mallory of Danfo');
    const code = codeIn((await mailsTo(sender.email)).at(-1));
    await letters.confirmLetter({ request, code }, client);
    const text = (await mailsTo(ada.email)).at(-1)?.text ?? '';
    const token = /\/letter\/([\w-]{54})/.exec(text)?.[1] ?? '';
    await letters.answerLetter({ token, action: 'report' }, client);
  }
  const casesOf = (subject: Person) =>
    api.product.db.read
      .selectFrom('cases')
      .select(['id', 'kind', 'state', 'reason', 'reports', 'subject_kind', 'owner_id'])
      .where('subject_id', '=', subject.id)
      .execute();

  test('A reported letter makes a report and a case of the account that sent it', async () => {
    const mallory = await createPerson(api);
    const { contactEmail } = api.product.config;
    const toOperator = (await mailsTo(contactEmail)).length;
    await reportLetterOf(mallory);
    const cases = await casesOf(mallory);
    expect(cases).toEqual([
      {
        id: expect.any(String) as string,
        kind: 'report',
        state: 'open',
        reason: 'other',
        reports: 1,
        subject_kind: 'profile',
        owner_id: mallory.id,
      },
    ]);
    const reports = await api.product.db.read
      .selectFrom('reports')
      .select(['case_id', 'reporter_id', 'state', 'message'])
      .where('subject_id', '=', mallory.id)
      .execute();
    expect(reports).toMatchObject([{ case_id: cases[0]?.id, reporter_id: ada.id, state: 'open' }]);
    expect(reports[0]?.message).toContain('letter');
    // The developer follows the report by its mail, like every reporter; the sender hears nothing.
    expect((await mailsTo(ada.email)).at(-1)?.text).toMatch(/\/report\/\d{8}-/);
    expect((await mailsTo(mallory.email)).at(-1)?.subject).not.toContain('report');
    expect(await mailsTo(contactEmail)).toHaveLength(toOperator);
  });

  test('A second report of the same developer joins the first one', async () => {
    const mallory = await createPerson(api);
    const report = {
      about: `profile:${mallory.id}`,
      reason: 'other',
      message: 'It asks me for money by letter.',
    };
    expect((await api.post('/report/', report, ada.access)).status).toBe(201);
    await reportLetterOf(mallory);
    expect(await casesOf(mallory)).toMatchObject([{ reports: 1 }]);
  });
});
