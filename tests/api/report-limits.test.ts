// Limits of reports by people without an account.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createStaff } from '../support/staff.ts';
import { createPerson } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';

const message = 'This app copies the name of our bank and asks for card numbers.';

describe('Limits of reports', () => {
  let api: TestApi;
  let app: AppJson;
  beforeAll(async () => {
    api = await createTestApi('sqlite');
    const owner = await createPerson(api);
    const facts = { name: 'Limited', description: 'Keeps the books.', website: 'https://zebra.ng' };
    app = (await api.post('/app/', facts, owner.access)).body as AppJson;
  });
  afterAll(() => api.product.dispose());

  const send = (from: string, email: string) =>
    api.from(from).post('/report/', {
      about: `app:${app.name_id}`,
      reason: 'spam',
      message,
      name: 'Bola Ade',
      email,
    });
  const mailsTo = async (email: string) => {
    await api.product.outbox.flush();
    return (await mailsIn(api.product.config.dataDir)).filter(({ to }) => to === email).length;
  };

  test('A mailbox gets five codes a day from one network, and ten from all networks together', async () => {
    const email = 'victim@example.com';
    for (let sent = 0; sent < 5; sent += 1)
      expect((await send(`203.0.113.${String(sent)}`, email)).status).toBe(202);
    expect((await send('203.0.113.9', email)).status).toBe(429);
    expect(await mailsTo(email)).toBe(5);
    // Others are not told, because it would tell them that somebody reports with this address.
    for (let network = 0; network < 9; network += 1)
      expect((await send(`198.51.${String(network)}.1`, email)).status).toBe(202);
    expect(await mailsTo(email)).toBe(10);
  });

  test('Aliases of one mailbox share its limit of codes', async () => {
    const aliases = ['a.victim', 'av.ictim+1', 'avictim+2', 'AVICTIM+3', 'a.v.i.c.t.i.m'];
    for (const alias of aliases) expect((await send('203.0.114.1', `${alias}@gmail.com`)).status).toBe(202);
    expect((await send('203.0.114.1', 'avictim+9@googlemail.com')).status).toBe(429);
    const plain = await Promise.all([1, 2, 3].map((alias) => mailsTo(`avictim+${String(alias)}@gmail.com`)));
    expect(plain.reduce((sum, mails) => sum + mails, 0)).toBeLessThanOrEqual(5);
  });

  test('An account that may not report cannot do so as a guest with its address', async () => {
    const staff = await createStaff(api, 'admin');
    const { id, email } = await createPerson(api);
    const form = { kind: 'account', pattern: id, action: 'report', effect: 'deny', reason: 'False reports.' };
    expect((await api.post('/desk/restrictions/', form, staff.access)).status).toBe(201);
    // The same as for every address, because it must not tell who has an account.
    const { status, body } = await send('198.18.20.1', email);
    expect(status).toBe(202);
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    const code = codeIn(mails.findLast((mail) => mail.to === email && mail.text.includes('enter this code')));
    const { request } = body as { request: string };
    expect((await api.from('198.18.20.1').post('/report/confirm/', { request, code })).status).toBe(403);
    const row = await api.product.db.read
      .selectFrom('reports')
      .select('id')
      .where('reporter_id', '=', id)
      .executeTakeFirst();
    expect(row).toBeUndefined();
  });

  test.each([
    ['its address', 'suspended@one.example', 'suspended@one.example'],
    ['a plus tag', 'suspended@two.example', 'suspended+1@two.example'],
  ])('A suspended account cannot report as a guest with %s', async (_name, account, email) => {
    const { id } = await createPerson(api, { email: account });
    await api.product.services.moderation.banAccount(id, 'Spam.');
    const { body } = await send('198.18.21.1', email);
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    const code = codeIn(mails.findLast((mail) => mail.to === email && mail.text.includes('enter this code')));
    const { request } = body as { request: string };
    const confirmed = await api.from('198.18.21.1').post('/report/confirm/', { request, code });
    expect(confirmed).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('reports') as string },
    });
  });

  test('An address sends twenty reports at once, and is told when it may send more', async () => {
    const statuses: number[] = [];
    for (let sent = 0; sent < 21; sent += 1)
      statuses.push((await send('192.0.2.7', `person-${String(sent)}@example.com`)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429]);
  });

  test('Takes the longest message of emoji', async () => {
    const { access } = await createPerson(api);
    const longest = '🦓'.repeat(4_000);
    const form = { about: `app:${app.name_id}`, reason: 'other', message: longest };
    expect((await api.post('/report/', form, access)).status).toBe(201);
    const { db } = api.product;
    const row = await db.read
      .selectFrom('reports')
      .select('message')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(row?.message).toBe(longest);
  });

  test('A restriction of an address or a network keeps its people from reporting', async () => {
    const staff = await createStaff(api, 'admin');
    for (const [kind, pattern] of [
      ['email', '*@spam.example'],
      ['network', '198.18.7.0/24'],
    ] as const) {
      const form = { kind, pattern, action: 'report', effect: 'deny', reason: 'False reports.' };
      const { status, body } = await api.post('/desk/restrictions/', form, staff.access);
      expect([status, body]).toEqual([201, expect.anything()]);
    }
    expect((await send('198.18.1.1', 'one@spam.example')).status).toBe(403);
    expect((await send('198.18.7.9', 'two@example.com')).status).toBe(403);
    expect((await send('198.18.8.9', 'two@example.com')).status).toBe(202);
    expect(await mailsTo('one@spam.example')).toBe(0);
  });
});
