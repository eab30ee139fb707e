// Questions of staff to an owner: in the mail, among the own listings, on the page to answer on, and back at the desk.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnAppJson } from '../../../src/lib/shared/schemas/apps.ts';
import { caseOf, createStaff, decide, listApp, openCase } from '../../support/desk-cases.ts';
import { mailsIn } from '../../support/mailbox.ts';
import { createPerson } from '../../support/people.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { engines, siteUrl } from '../../support/test-product.ts';

const question = {
  action: 'ask-owner',
  policy: 'facts',
  public_reason: 'The facts may be out of date.',
  owner_reason: 'Is the phone number still yours?',
};

describe.each(engines)('Questions to owners on %s', (engine) => {
  let api: TestApi;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  test('An owner sees what staff ask, where to answer, and nothing more once it is answered', async () => {
    const [staff, owner, other] = [await createStaff(api), await createPerson(api), await createPerson(api)];
    const app = await listApp(api, owner);
    await listApp(api, other);
    const { number } = await openCase(api, { subject: { kind: 'app', id: app.id }, ownerId: owner.id });
    const own = async (access: string): Promise<OwnAppJson[]> => {
      const answer = await api.request('/user/listings/', { headers: { authorization: `Bearer ${access}` } });
      return (answer.body as { results: OwnAppJson[] }).results;
    };
    expect((await own(owner.access)).map(({ questions }) => questions)).toEqual([[]]);
    expect((await decide(api, staff, number, question)).status).toBe(201);

    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    const mail = mails.findLast(({ to, text }) => to === owner.email && text.includes(question.owner_reason));
    const path = /\/answer\/([\w-]{54})/.exec(mail?.text ?? '');
    const [seen] = await own(owner.access);
    expect(seen?.questions).toMatchObject([
      { text: question.owner_reason, url: siteUrl + String(path?.[0]) },
    ]);
    expect((await own(other.access)).map(({ questions }) => questions)).toEqual([[]]);

    const answerPath = `/report/answer/${String(path?.[1])}/`;
    const asked = {
      is_waiting: true,
      staff_text: question.owner_reason,
      about: { name: app.name },
      reports: [],
    };
    expect((await api.request(answerPath)).body).toMatchObject(asked);
    expect((await api.post(answerPath, { answer: 'mended' })).status).toBe(200);
    expect((await caseOf(api, staff, number)).state).toBe('open');
    expect((await own(owner.access)).map(({ questions }) => questions)).toEqual([[]]);
    expect((await api.request(answerPath)).body).toMatchObject({ is_waiting: false, staff_text: '' });
  });
});
