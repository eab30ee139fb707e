// Contact details that their owner hides are in no answer of the API, and on no page, which reads them from the same
// slice.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { OwnUserJson, UserJson } from '../../src/lib/shared/schemas/users.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { oneEngine } from '../support/test-product.ts';

describe.each(oneEngine)('Contact details on %s', (engine) => {
  let api: TestApi;
  let ada: Person;
  let app: AppJson;
  const contacts = { phone_no: '+2348031234567', address: '12 Allen Avenue, Ikeja' };

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    ada = await createPerson(api);
    await change(contacts);
    const listed = { name: 'Reachable', description: 'Shown.', website: 'https://myapp.ng' };
    app = (await sendForm<AppJson>(api, 'POST', '/app/', listed, ada)).body;
  });
  afterAll(() => api.product.dispose());

  const change = (values: Record<string, string>) =>
    sendForm<OwnUserJson>(api, 'PATCH', `/user/${ada.id}/`, values, ada);

  /** Everything that is public about the user, as one text. */
  async function published(): Promise<string> {
    const bodies = await Promise.all(
      [
        `/user/${ada.id}/`,
        `/user/${ada.id}/apps/`,
        `/user/${ada.id}/portfolio/`,
        `/timeline/?user=${ada.id}`,
        '/app/',
        '/app/?search=reachable',
        `/app/${app.name_id}/`,
      ].map((path) => api.get(path)),
    );
    const { profiles, apps } = api.product.services;
    const pages = [
      await profiles.findUser(ada.id),
      await apps.listApps({ ownerId: ada.id }),
      await apps.findApp(app.id),
    ];
    return JSON.stringify([bodies, pages]);
  }

  test('Shows email, phone and address of a verified person who made no choice', async () => {
    const eze = await createPerson(api);
    const { body } = await sendForm<OwnUserJson>(api, 'PATCH', `/user/${eze.id}/`, contacts, eze);
    expect(body).toMatchObject({ show_email: true, show_phone: true, show_address: true });
    const shown = await api.get<UserJson>(`/user/${eze.id}/`);
    expect(shown).toMatchObject({ email: eze.email, ...contacts });
  });

  test.each([false, 'false'])(
    'Hides the email of a person who signed up with show_email %j',
    async (show_email) => {
      const email = `hidden-${typeof show_email}@example.com`;
      const person = { firstname: 'Ada', lastname: 'Obi', email, password: 'correct horse battery' };
      const { id } = (await api.post('/user/', { ...person, show_email })).body as { id: string };
      await api.product.outbox.flush();
      const mails = await mailsIn(api.product.config.dataDir);
      const code = codeIn(mails.findLast((mail) => mail.to === email));
      expect((await api.post('/user/verify/', { code, id })).status).toBe(200);
      expect(await api.get<UserJson>(`/user/${id}/`)).toMatchObject({ email: '' });
      expect((await api.post('/user/', { ...person, show_email: 'maybe' })).body).toMatchObject({
        fields: { show_email: "'show_email' must be true or false." },
      });
    },
  );

  test('Shows email, phone and address wherever their owner appears', async () => {
    const text = await published();
    for (const shown of [ada.email, contacts.phone_no, contacts.address]) expect(text).toContain(shown);
    expect(app.owner).toMatchObject({ email: ada.email, ...contacts });
  });

  test.each([
    ['show_email', 'email'],
    ['show_phone', 'phone_no'],
    ['show_address', 'address'],
  ] as const)('With %s off, %s is "" for everyone but the owner', async (name, field) => {
    const values = { email: ada.email, ...contacts };
    const { status, body } = await change({ [name]: 'false' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...values, [name]: false });
    const shown = await api.get<UserJson>(`/user/${ada.id}/`);
    expect(shown).toMatchObject({ ...values, [field]: '' });
    expect(Object.keys(shown)).not.toContain(name);
    expect((await api.get<AppJson>(`/app/${app.name_id}/`)).owner).toMatchObject({ ...values, [field]: '' });
    expect(await published()).not.toContain(values[field]);
    const me = await api.request('/user/me/', { headers: { authorization: `Bearer ${ada.access}` } });
    expect(me.body).toMatchObject({ ...values, [name]: false });
    await change({ [name]: 'true' });
    expect(await published()).toContain(values[field]);
  });

  test('Accepts true and false for a switch, also as JSON booleans, and nothing else', async () => {
    const { status, body } = await change({ show_email: 'maybe' });
    expect([status, body.fields]).toEqual([400, { show_email: "'show_email' must be true or false." }]);
    const sent = await api.request(`/user/${ada.id}/`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${ada.access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ show_phone: false }),
    });
    expect(sent.body).toMatchObject({ show_phone: false });
    await change({ show_phone: 'true' });
  });

  test('Verifies a person with a hidden email by the bearer token alone', async () => {
    const early = await createPerson(api, { verified: false });
    await sendForm(api, 'PATCH', `/user/${early.id}/`, { show_email: 'false' }, early);
    const { status, body } = await api.post('/user/verify/', { code: 'WRONG' }, early.access);
    expect([status, body]).toMatchObject([400, { fields: { code: expect.any(String) as string } }]);
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    const code = codeIn(mails.findLast((mail) => mail.to === early.email));
    expect((await api.post('/user/verify/', { code }, early.access)).status).toBe(200);
  });
});
