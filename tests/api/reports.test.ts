// Reports by members and guests, what their reporters and the owners see of them, and codes under attack.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { newId } from '../../src/lib/server/platform/ids.ts';
import { codeIn, mailsIn, type ReadMail } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines, siteUrl } from '../support/test-product.ts';

const message = 'This app copies the name of our bank and asks for card numbers.';

interface Received {
  state: string;
  number: string;
  url: string;
}

describe.each(engines)('Reports on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  let member: Person;
  let app: AppJson;
  let now = Date.UTC(2026, 10, 22, 9);

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now });
    owner = await createPerson(api);
    member = await createPerson(api);
    app = await list('Zebra Ledger');
  });
  afterAll(() => api.product.dispose());

  async function list(name: string): Promise<AppJson> {
    const facts = { name, description: 'Keeps the books.', website: 'https://zebra.ng' };
    const { status, body } = await api.post('/app/', facts, owner.access);
    expect(status).toBe(201);
    return body as AppJson;
  }
  const report = (about: string, fields: Record<string, string> = {}, access?: string) =>
    api.post('/report/', { about, reason: 'impersonation', message, ...fields }, access);
  const guest = (email: string) => ({ name: 'Bola Ade', email });
  /** The newest mail to an address, once there is one with such a text. */
  async function mailTo(email: string, text: string): Promise<ReadMail> {
    const find = async () => (await mailsTo(email)).findLast((mail) => mail.text.includes(text));
    await expect.poll(find, { timeout: 10_000, interval: 20 }).toBeDefined();
    return (await find()) ?? expect.fail('The mail is gone.');
  }
  const codeFor = async (email: string) => codeIn(await mailTo(email, 'enter this code'));
  async function mailsTo(email: string): Promise<ReadMail[]> {
    await api.product.outbox.flush();
    return (await mailsIn(api.product.config.dataDir)).filter(({ to }) => to === email);
  }
  const rows = () => api.product.db.read.selectFrom('reports').selectAll().orderBy('id').execute();
  const caseOf = async (number: string) =>
    await api.product.db.read
      .selectFrom('reports')
      .innerJoin('cases', 'cases.id', 'reports.case_id')
      .selectAll('cases')
      .where('reports.number', '=', number)
      .executeTakeFirstOrThrow();
  const pathOf = (url: string) => url.replace(siteUrl, '');
  /** A code that certainly is not the one of the mail. */
  const otherThan = (code: string) => (code === 'AAAAAAAA' ? 'CCCCCCCC' : 'AAAAAAAA');
  const follow = async ({ url }: Received) =>
    await api.request(`/report/${pathOf(url).slice('/report/'.length).replace('?', '/?')}`);

  test('Receives the report of a member at once, and mails a number and a link', async () => {
    const { status, body } = await report(`app:${app.name_id}`, {}, member.access);
    const received = body as Received;
    expect([status, received.state]).toEqual([201, 'received']);
    expect(received.number).toMatch(/^\d{8}-[2-9A-HJKMNP-TV-Z]{4}$/);
    const mail = await mailTo(member.email, received.url);
    expect(mail.text).not.toContain(message);
    expect((await follow(received)).body).toMatchObject({
      number: received.number,
      state: 'open',
      reason: 'impersonation',
      about: { kind: 'app', name: 'Zebra Ledger', url: `${siteUrl}/app/zebra-ledger` },
      outcome: null,
    });
  });

  test('Answers a second report for the same reason with the number of the first', async () => {
    const { status, body } = await report(`app:${app.id}`, {}, member.access);
    expect(status).toBe(409);
    expect((body as { error: string }).error).toContain((await rows())[0]?.number);
    expect(await rows()).toHaveLength(1);
  });

  test('Of two equal reports that come at once, only one is received', async () => {
    const { access } = await createPerson(api);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => report(`app:${app.id}`, { reason: 'spam' }, access)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(api.faults).toEqual([]);
  });

  test('Joins reports of one subject into one case, and shows each reporter the own one alone', async () => {
    const other = await createPerson(api);
    const { body } = await report(`app:${app.id}`, { message: `${message} Again.` }, other.access);
    const [first] = await rows();
    const joined = await caseOf((body as Received).number);
    expect((await caseOf(first?.number ?? '')).id).toBe(joined.id);
    const seen = JSON.stringify((await follow(body as Received)).body);
    expect(seen).not.toContain(first?.number);
    expect(seen).not.toContain(message);
  });

  test('A wrong key is answered like a number that does not exist', async () => {
    const [first] = await rows();
    const wrong = await api.request(`/report/${first?.number ?? ''}/?key=${'x'.repeat(43)}`);
    const none = await api.request('/report/20261121-K7Q2/?key=x');
    expect([wrong.status, wrong.body]).toEqual([404, none.body]);
  });

  test('Begins the case of a guest when the mailed code is entered, and mails nothing that was typed', async () => {
    const email = 'guest-one@example.com';
    const before = (await rows()).length;
    const asked = await report(`app:${app.name_id}`, guest(email));
    expect([asked.status, (asked.body as Received).state]).toEqual([202, 'code-mailed']);
    const { request } = asked.body as { request: string };
    const pending = (await rows()).at(-1);
    expect([pending?.state, pending?.case_id]).toEqual(['pending-code', null]);
    const mail = await mailTo(email, 'enter this code');
    for (const typed of [message, 'Bola', 'Zebra']) expect(mail.raw).not.toContain(typed);
    const code = codeIn(mail);
    expect((await api.post('/report/confirm/', { request, code: otherThan(code) })).status).toBe(400);
    const { status, body } = await api.post('/report/confirm/', { request, code: ` ${code.toLowerCase()} ` });
    expect(status).toBe(201);
    expect((await follow(body as Received)).status).toBe(200);
    expect((await rows()).length).toBe(before + 1);
    expect((await api.post('/report/confirm/', { request, code })).status).toBe(400);
    await mailTo(email, (body as Received).url);
  });

  test('Stores neither the code nor the key of a report', async () => {
    const email = 'guest-stored@example.com';
    const asked = await report(`app:${app.name_id}`, { ...guest(email), reason: 'privacy' });
    const code = await codeFor(email);
    const { request } = asked.body as { request: string };
    const { db } = api.product;
    expect(JSON.stringify(await db.read.selectFrom('report_codes').selectAll().execute())).not.toContain(
      code,
    );
    const { body } = await api.post('/report/confirm/', { request, code });
    const key = new URL((body as Received).url).searchParams.get('key') ?? '';
    expect(key).toHaveLength(43);
    expect(JSON.stringify(await rows())).not.toContain(key);
  });

  test('Refuses the right code after five wrong ones, also when they come at once', async () => {
    const email = 'guest-two@example.com';
    const { request } = (await report(`app:${app.name_id}`, guest(email))).body as { request: string };
    const code = await codeFor(email);
    const guesses = Array.from({ length: 20 }, () =>
      api.post('/report/confirm/', { request, code: otherThan(code) }),
    );
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([400]));
    expect((await api.post('/report/confirm/', { request, code })).status).toBe(400);
    expect((await rows()).at(-1)?.state).toBe('pending-code');
  });

  test('Of two uses of one code at once, one opens the report', async () => {
    const email = 'guest-race@example.com';
    const { request } = (await report(`app:${app.name_id}`, guest(email))).body as { request: string };
    const code = await codeFor(email);
    const used = await Promise.all([1, 2, 3].map(() => api.post('/report/confirm/', { request, code })));
    expect(used.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(api.faults).toEqual([]);
  });

  test('A code of one report does not open another one, nor a link of another kind', async () => {
    const [one, other] = ['guest-a@example.com', 'guest-b@example.com'];
    const first = (await report(`app:${app.name_id}`, guest(one))).body as { request: string };
    await report(`app:${app.name_id}`, guest(other));
    const code = await codeFor(other);
    expect((await api.post('/report/confirm/', { ...first, code })).status).toBe(400);
    for (const request of [
      '',
      'x',
      first.request.slice(1),
      `${first.request}A`,
      `A${first.request.slice(1)}`,
    ])
      expect((await api.post('/report/confirm/', { request, code })).status).toBe(400);
    expect((await api.request(`/appeal/${first.request}/`)).status).toBe(404);
    expect((await api.request(`/report/answer/${first.request}/`)).status).toBe(404);
  });

  test('A guest with an account has one report with it', async () => {
    const email = member.email.replace(/^[^@]+/, (local) => local.toUpperCase());
    const asked = await report(`app:${app.name_id}`, guest(email));
    const { request } = asked.body as { request: string };
    const code = await codeFor(email);
    const { status } = await api.post('/report/confirm/', { request, code });
    expect(status).toBe(409);
  });

  test.each([
    ['an app', (): string => `app:${app.name_id}`],
    ['a release', (): string => `release:${app.current_version.id}`],
    ['a profile', (): string => `profile:${owner.id}`],
  ])('Takes a report of %s, but none by its owner', async (_name, about) => {
    const { access } = await createPerson(api);
    expect((await report(about(), {}, access)).status).toBe(201);
    expect((await report(about(), {}, owner.access)).status).toBe(409);
  });

  test('Refuses what visitors do not see', async () => {
    const hidden = await list('Hidden Ledger');
    await api.product.services.moderation.hideListing(hidden.id, 'It pretends to be a bank.');
    const abouts = ['app:nothing', `app:${hidden.name_id}`, `app:${hidden.id}`, `profile:${newId()}`];
    abouts.push(`release:${hidden.current_version.id}`, `screenshot:${newId()}`);
    for (const about of abouts)
      expect([about, (await report(about, {}, member.access)).status]).toEqual([about, 404]);
    expect((await report(abouts[1] ?? '', guest('hidden@example.com'))).status).toBe(404);
    expect(await mailsTo('hidden@example.com')).toEqual([]);
  });

  test.each([
    ['a short message', { message: 'It is wrong.' }],
    ['a message of invisible characters', { message: '\u200b'.repeat(30) }],
    ['a long message', { message: 'x'.repeat(4_001) }],
    ['an unknown reason', { reason: 'boring' }],
    ['a link that runs code', { link: 'javascript:alert(1)' }],
    ['a link into the network of the server', { link: 'http://127.0.0.1/' }],
    ['an unknown kind', { about: 'user:x' }],
    ['an address with a second header', { email: 'a@example.com\r\nBcc: b@example.com', name: 'A' }],
  ])('Refuses %s', async (_name, fields) => {
    const { status } = await report('app:zebra-ledger', { ...guest('ok@example.com'), ...fields });
    expect(status).toBe(400);
    expect(await mailsTo('ok@example.com')).toEqual([]);
  });

  test('Refuses an expired code, and the sweep removes what was typed', async () => {
    const email = 'guest-late@example.com';
    const { request } = (await report(`app:${app.name_id}`, guest(email))).body as { request: string };
    const code = await codeFor(email);
    now += 31 * 60_000;
    expect((await api.post('/report/confirm/', { request, code })).status).toBe(400);
    await api.product.services.reports.sweep();
    expect((await rows()).filter(({ state }) => state === 'pending-code')).toEqual([]);
    expect(await api.product.db.read.selectFrom('report_codes').selectAll().execute()).toEqual([]);
  });
});
