// What a reporter reads about a decision that an appeal has reversed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerAppealPath } from '../../src/lib/server/moderation/appeals/appeal-links.ts';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { CaseJson } from '../../src/lib/shared/schemas/moderation/decisions.ts';
import { mailsIn } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let [owner, reporter, first, second]: Person[] = [];
let app: AppJson;

const as = (person: Person | undefined) => person?.access ?? expect.fail('Nobody.');

beforeAll(async () => {
  site = await createTestSite('sqlite');
  const { api } = site;
  [owner, reporter] = [await createPerson(api), await createPerson(api)];
  [first, second] = [await createStaff(api, 'moderator'), await createStaff(api, 'moderator')];
  const facts = { name: 'Zebra Ledger', description: 'Keeps the books.', website: 'https://zebra.ng' };
  app = (await api.post('/app/', facts, as(owner))).body as AppJson;
}, 120_000);
afterAll(() => site.dispose());

async function newestCase(kind: 'report' | 'appeal'): Promise<string> {
  const cases = site.product.db.read.selectFrom('cases').select('number').where('kind', '=', kind);
  return (await cases.orderBy('id', 'desc').executeTakeFirstOrThrow()).number;
}

async function decide(staff: Person | undefined, number: string, action: string): Promise<void> {
  const headers = { authorization: `Bearer ${as(staff)}` };
  const { version } = (await site.api.request(`/desk/cases/${number}/`, { headers })).body as CaseJson;
  const reasons = { public_reason: 'The name belongs to a bank.', owner_reason: 'Show a proof.' };
  const form = { version, action, policy: 'impersonation', ...reasons };
  expect((await site.api.post(`/desk/cases/${number}/decisions/`, form, as(staff))).status).toBe(201);
}

test('The page of the report says that the decision was reversed, and the mail names what it is about', async () => {
  const report = {
    about: `app:${app.id}`,
    reason: 'impersonation',
    message: 'It pretends to be our bank, which it is not.',
  };
  expect((await site.api.post('/report/', report, as(reporter))).status).toBe(201);
  const number = await newestCase('report');
  await decide(first, number, 'hold');

  await site.product.outbox.flush();
  const mails = await mailsIn(site.product.config.dataDir);
  const told = mails.findLast(({ to, text }) => to === reporter?.email && text.includes('was decided'));
  expect(told?.text).toContain('Zebra Ledger: It is not shown until it is corrected.');
  const path = /\/report\/\S+\?key=[\w-]+/.exec(told?.text ?? '')?.[0] ?? '';
  const appealed = 'An appeal was sent';
  expect((await site.get(path)).text).not.toContain(appealed);

  const { id } = await site.product.db.read
    .selectFrom('decisions')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const appeal = ownerAppealPath(site.product.secret, id);
  expect((await site.postForm(appeal, { message: 'We are the company behind this name.' })).status).toBe(303);
  expect((await site.get(path)).text).toContain('An appeal was sent, and is not decided yet.');
  await decide(second, await newestCase('appeal'), 'restore');
  expect((await site.get(path)).text).toContain('An appeal was sent, and the decision was reversed.');
});
