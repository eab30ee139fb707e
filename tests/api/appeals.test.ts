// Appeals: who may send one, who decides it, and what everybody reads of it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownerAppealPath } from '../../src/lib/server/moderation/appeals/appeal-links.ts';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { CaseJson } from '../../src/lib/shared/schemas/moderation/decisions.ts';
import type {
  PublicDecisionJson,
  TransparencyJson,
} from '../../src/lib/shared/schemas/moderation/openness.ts';
import { createStaff } from '../support/staff.ts';
import { mailsIn, type ReadMail } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const text = 'We are the company behind this name. Our number is RC 123456.';
const dayMs = 86_400_000;

describe.each(engines)('Appeals on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  let reporter: Person;
  let [first, second]: Person[] = [];
  let now = Date.now();
  let names = 0;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now });
    [owner, reporter, first, second] = [
      await createPerson(api),
      await createPerson(api),
      await createStaff(api, 'moderator'),
      await createStaff(api, 'moderator'),
    ];
  }, 60_000);
  afterAll(() => api.product.dispose());

  async function list(): Promise<AppJson> {
    names += 1;
    const facts = { name: `Quartz ${String(names)}`, description: 'An app.', website: 'https://one.ng' };
    const { status, body } = await api.post('/app/', facts, owner.access);
    expect([status, body]).toEqual([201, expect.anything()]);
    return body as AppJson;
  }
  /** @returns the number of the case */
  async function report(app: AppJson): Promise<string> {
    const form = {
      about: `app:${app.id}`,
      reason: 'impersonation',
      message: 'It pretends to be our bank, which it is not.',
    };
    const { status, body } = await api.post('/report/', form, reporter.access);
    expect([status, body]).toEqual([201, expect.anything()]);
    const row = await api.product.db.read
      .selectFrom('reports')
      .innerJoin('cases', 'cases.id', 'reports.case_id')
      .select('cases.number')
      .where('reports.number', '=', (body as { number: string }).number)
      .executeTakeFirstOrThrow();
    return row.number;
  }
  const as = (person: Person | undefined) => person?.access ?? expect.fail('Nobody.');
  async function decide(staff: Person | undefined, number: string, action: string, policy = 'impersonation') {
    const headers = { authorization: `Bearer ${as(staff)}` };
    const found = (await api.request(`/desk/cases/${number}/`, { headers })).body as CaseJson;
    const form = {
      version: found.version,
      action,
      policy,
      public_reason: 'The name belongs to a bank.',
      owner_reason: 'You have shown no proof that the name is yours.',
    };
    return await api.post(`/desk/cases/${number}/decisions/`, form, as(staff));
  }
  async function mailTo(person: Person, part: string): Promise<ReadMail> {
    const find = async () => {
      await api.product.outbox.flush();
      const mails = await mailsIn(api.product.config.dataDir);
      return mails.findLast((mail) => mail.to === person.email && mail.text.includes(part));
    };
    await expect.poll(find, { timeout: 10_000, interval: 20 }).toBeDefined();
    return (await find()) ?? expect.fail('The mail is gone.');
  }
  const tokenIn = (mail: ReadMail) => /\/appeal\/([\w-]{54})/.exec(mail.text)?.[1] ?? '';
  const appeal = (token: string, message = text) => api.post(`/appeal/${token}/`, { message });
  const stateOf = async (token: string) =>
    ((await api.request(`/appeal/${token}/`)).body as { state: string }).state;
  const caseOfAppeal = async () =>
    await api.product.db.read
      .selectFrom('cases')
      .select('number')
      .where('kind', '=', 'appeal')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  const newestDecision = async () =>
    await api.product.db.read
      .selectFrom('decisions')
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();

  test('A removal is appealed against by the owner, and reversed by somebody else', async () => {
    const app = await list();
    const number = await report(app);
    expect((await decide(first, number, 'remove')).status).toBe(201);
    expect((await api.request(`/app/${app.id}/`)).status).toBe(404);
    const told = await mailTo(reporter, 'was decided');
    for (const part of ['It was removed.', 'The name belongs to a bank.', '/moderation/'])
      expect(told.text).toContain(part);
    for (const secret of [owner.email, text, 'no proof']) expect(told.text).not.toContain(secret);
    const mail = await mailTo(owner, '/appeal/');
    for (const secret of [reporter.email, 'pretends to be our bank']) expect(mail.raw).not.toContain(secret);
    const token = tokenIn(mail);
    expect(await stateOf(token)).toBe('possible');
    expect((await appeal(token, 'No.')).status).toBe(400);
    const sent = await Promise.all([appeal(token), appeal(token), appeal(token)]);
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await stateOf(token)).toBe('open');
    await mailTo(owner, 'we have received your appeal');

    const ofAppeal = await caseOfAppeal();
    expect((await decide(first, ofAppeal.number, 'restore')).status).toBe(403);
    now += 5 * 60_000;
    expect((await decide(second, ofAppeal.number, 'restore')).status).toBe(201);
    expect((await api.request(`/app/${app.id}/`)).status).toBe(200);
    expect(await stateOf(token)).toBe('reversed');
    await mailTo(owner, 'your appeal was successful');
    const shown = await api.get<PublicDecisionJson>(`/moderation/${number}/`);
    expect([shown.action, shown.appeal]).toEqual(['remove', 'reversed']);
    expect(api.faults).toEqual([]);
  });

  test('The reporter appeals against no action, and the second look is final', async () => {
    const number = await report(await list());
    expect((await decide(first, number, 'none')).status).toBe(201);
    const told = await mailTo(reporter, `/moderation/${number}`);
    const token = tokenIn(told);
    expect((await appeal(token)).status).toBe(201);
    const ofAppeal = await caseOfAppeal();
    expect((await decide(second, ofAppeal.number, 'none')).status).toBe(201);
    expect(await stateOf(token)).toBe('upheld');
    await mailTo(reporter, 'the decision stays as it was');
    expect((await appeal(token)).status).toBe(409);
    // The decision on an appeal cannot be appealed against, even with a link that the server has made.
    const { id } = await newestDecision();
    const path = ownerAppealPath(api.product.secret, id);
    expect((await api.request(`${path}/`)).status).toBe(404);
  });

  test('A decision in favour of its holder opens no appeal', async () => {
    const number = await report(await list());
    expect((await decide(first, number, 'none')).status).toBe(201);
    const { id } = await newestDecision();
    expect((await api.request(`${ownerAppealPath(api.product.secret, id)}/`)).status).toBe(404);
  });

  test('A suspended person appeals without a login', async () => {
    const decided = await decide(first, await report(await list()), 'suspend');
    expect([decided.status, decided.body]).toEqual([201, expect.anything()]);
    expect(
      (await api.request('/user/me/', { headers: { authorization: `Bearer ${owner.access}` } })).status,
    ).toBe(401);
    const token = tokenIn(await mailTo(owner, 'suspended'));
    expect((await appeal(token)).status).toBe(201);
    expect((await decide(second, (await caseOfAppeal()).number, 'restore')).status).toBe(201);
    await api.product.jobs.flush();
    expect(await stateOf(token)).toBe('reversed');
    owner = {
      ...owner,
      access: (
        (await api.post('/token/', { email: owner.email, password: 'correct horse battery' })).body as {
          access: string;
        }
      ).access,
    };
  });

  test('The time for an appeal ends after 184 days, to the millisecond', async () => {
    const app = await list();
    expect((await decide(first, await report(app), 'limit')).status).toBe(201);
    const { at, id } = await newestDecision();
    const token = ownerAppealPath(api.product.secret, id).slice('/appeal/'.length);
    now = at + 184 * dayMs + 1;
    expect([await stateOf(token), (await appeal(token)).status]).toEqual(['expired', 410]);
    now = at + 184 * dayMs;
    expect([await stateOf(token), (await appeal(token)).status]).toEqual(['possible', 201]);
  });

  test('The page of a decision and the counts name nobody', async () => {
    const rows = await api.product.db.read.selectFrom('decisions').select('number').execute();
    const pages = await Promise.all(rows.map(({ number }) => api.get(`/moderation/${number}/`)));
    const transparency = await api.get<TransparencyJson>('/transparency/');
    const all = JSON.stringify([pages, transparency]);
    for (const secret of [
      'Quartz',
      'Obi',
      '@',
      owner.id,
      reporter.id,
      first?.id ?? '',
      'no proof',
      text,
      'our bank, which',
    ])
      expect(all).not.toContain(secret);
  });

  test('The counts are those of the rows', async () => {
    const { months } = await api.get<TransparencyJson>('/transparency/');
    const { db } = api.product;
    const count = async (table: 'reports' | 'cases' | 'decisions' | 'appeals') =>
      (await db.read.selectFrom(table).select('id').execute()).length;
    const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
    expect(sum(months.map(({ reports }) => reports.total))).toBe(await count('reports'));
    expect(sum(months.map(({ cases }) => cases.opened))).toBe(await count('cases'));
    expect(sum(months.map(({ decisions }) => decisions.total))).toBe(await count('decisions'));
    expect(sum(months.map(({ appeals }) => appeals.total))).toBe(await count('appeals'));
    for (const { decisions } of months)
      for (const parts of [decisions.by_action, decisions.by_policy, decisions.by_source])
        expect(sum(Object.values(parts))).toBe(decisions.total);
    expect(months.map(({ appeals }) => [appeals.upheld, appeals.reversed])).toContainEqual([1, 2]);
  });
});
