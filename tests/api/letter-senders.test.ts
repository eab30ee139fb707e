// Senders of letters who are refused: names that mislead, and accounts that are suspended.
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

  test.each([
    'Visit https://spam.example',
    'spam.example',
    'bola@spam.example',
    'NaijaBuilt',
    'Naija Built Support',
    'NaijaBui1t',
  ])('Refuses the name %s, because the mail shows it', async (name) => {
    const refused = { status: 400, fields: { name: expect.any(String) as string } };
    await expect(send('bola@company.example', name)).rejects.toMatchObject(refused);
    expect(await mailsTo('bola@company.example')).toEqual([]);
  });

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
});
