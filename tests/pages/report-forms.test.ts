// The forms that work without JavaScript: reports of guests, answers of owners and appeals, as a browser sends them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealLink } from '../../src/lib/server/moderation/links.ts';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { siteUrl } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const message = 'This app copies the name of our bank & asks for "card numbers".';

let site: TestSite;
let owner: Person;
let app: AppJson;

beforeAll(async () => {
  site = await createTestSite('sqlite');
  owner = await createPerson(site.api);
  const facts = { name: 'Zebra Ledger', description: 'Keeps the books.', website: 'https://zebra.ng' };
  app = (await site.api.post('/app/', facts, owner.access)).body as AppJson;
}, 60_000);
afterAll(() => site.dispose());

const form = (fields: Record<string, string> = {}) => ({
  about: `app:${app.name_id}`,
  reason: 'facts',
  message,
  link: '',
  name: 'Bola Ade',
  email: 'bola@example.com',
  ...fields,
});
const locationOf = ({ headers }: { headers: Headers }) =>
  (headers.get('location') ?? '').replace(siteUrl, '');
const mailTo = async (email: string, text: string) => {
  await site.product.outbox.flush();
  return (await mailsIn(site.product.config.dataDir)).findLast(
    (mail) => mail.to === email && mail.text.includes(text),
  );
};

describe('The report of a guest', () => {
  test('Every subject has a plain link to the form, the same for everybody', async () => {
    for (const [path, about] of [
      [`/app/${app.name_id}`, `app:${app.name_id}`],
      [`/app/${app.name_id}/versions`, `release:${app.current_version.id}`],
      [`/user/${owner.id}`, `profile:${owner.id}`],
    ] as const) {
      const link = `/report?about=${encodeURIComponent(about)}`;
      expect((await site.get(path)).text).toContain(`href="${link}"`);
      const page = await site.get(link);
      expect([page.status, page.text.includes('name="robots" content="noindex"')]).toEqual([200, true]);
    }
  });

  test('A refused form comes back with everything that was typed', async () => {
    const answer = await site.postForm('/report', form({ link: 'ftp://files.example.com', reason: '' }));
    expect(answer.status).toBe(400);
    // The browser may keep it for going back; nobody else may.
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    for (const text of [
      'copies the name of our bank &#38; asks',
      'value="Bola Ade"',
      'value="bola@example.com"',
    ])
      expect(answer.text.replaceAll('&amp;', '&#38;')).toContain(text);
    expect(answer.text).toContain('value="ftp://files.example.com"');
    expect(answer.text).toContain('Choose a reason.');
    expect(answer.text).toContain('Enter a link that begins with http:// or https://');
  });

  test('A wrong code keeps the report, and the right one leads to its page', async () => {
    const sent = await site.postForm('/report', form());
    expect(sent.status).toBe(303);
    const codePage = locationOf(sent);
    expect(codePage).toMatch(/^\/report\/code\?request=[\w-]{54}&about=app%3A/);
    const { request = '', about = '' } = Object.fromEntries(new URL(codePage, siteUrl).searchParams);
    const wrong = await site.postForm('/report/code', { request, about, code: 'AAAAAAAA' });
    expect([wrong.status, wrong.text.includes(request)]).toEqual([400, true]);
    expect(wrong.text).toContain('href="/report?about=app%3Azebra-ledger"');
    const code = codeIn(await mailTo('bola@example.com', 'enter this code'));
    const received = await site.postForm('/report/code', { request, code });
    expect(received.status).toBe(303);
    const followed = await site.get(locationOf(received));
    expect(followed.status).toBe(200);
    expect(followed.text).toContain('The owner was asked to correct it.');
    for (const [name, value] of [
      ['cache-control', 'no-store'],
      ['referrer-policy', 'no-referrer'],
    ] as const)
      expect(followed.headers.get(name)).toBe(value);
    expect(followed.text).toContain('name="robots" content="noindex"');
    const wrongKey = await site.get(locationOf(received).replace(/key=./, 'key=.'));
    expect([wrongKey.status, wrongKey.text.includes('Zebra')]).toEqual([404, false]);
  });

  test('The owner is asked by mail without links and without the reporter, and answers without a login', async () => {
    const mail = await mailTo(owner.email, 'somebody has written to us');
    expect(mail?.text).toContain('copies the name of our bank');
    for (const secret of ['Bola', 'bola@example.com']) expect(mail?.raw).not.toContain(secret);
    const path = /\/answer\/[\w-]{54}/.exec(mail?.text ?? '')?.[0] ?? '';
    const page = await site.get(path);
    expect([page.status, page.text.includes('copies the name of our bank')]).toEqual([200, true]);
    expect(page.text).not.toContain('Bola');
    expect((await site.postForm(path, { answer: 'maybe' })).status).toBe(400);
    expect(locationOf(await site.postForm(path, { answer: 'mended' }))).toBe(path);
    expect((await site.get(path)).text).toContain(
      'Thank you. This was answered or decided, and nothing more is needed from you.',
    );
    expect((await site.postForm(path, { answer: 'right' })).status).toBe(409);
    const decided = await mailTo('bola@example.com', 'was decided');
    expect(decided?.text).toContain('The owner has corrected it.');
  });

  test('The reporter appeals once against no action, and staff have a case about it', async () => {
    const mail = await mailTo('bola@example.com', 'was decided');
    const path = /\/appeal\/[\w-]{54}/.exec(mail?.text ?? '')?.[0] ?? '';
    expect((await site.get(path)).text).toContain('You can ask once for another look');
    const short = await site.postForm(path, { message: 'No.' });
    expect([short.status, short.text.includes('>No.</textarea>')]).toEqual([400, true]);
    const text = { message: 'The name of our bank is still on the page.' };
    expect(locationOf(await site.postForm(path, text))).toBe(path);
    expect((await site.get(path)).text).toContain('We have received your appeal.');
    expect((await site.postForm(path, text)).status).toBe(409);
    const cases = await site.product.db.read.selectFrom('cases').select(['kind', 'state']).execute();
    expect(cases).toContainEqual({ kind: 'appeal', state: 'open' });
  });

  test('A second report of the same kind goes to staff at once', async () => {
    const { access } = await createPerson(site.api);
    const report = { about: `app:${app.name_id}`, reason: 'facts', message };
    expect((await site.api.post('/report/', report, access)).status).toBe(201);
    const newest = await site.product.db.read
      .selectFrom('cases')
      .select(['state', 'waits_until'])
      .where('kind', '=', 'report')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(newest).toEqual({ state: 'open', waits_until: null });
  });

  test('A report for another reason returns a case that waits for its owner to staff', async () => {
    const facts = { name: 'Quartz', description: 'An app.', website: 'https://quartz.ng' };
    const { id } = (await site.api.post('/app/', facts, owner.access)).body as AppJson;
    const states = async () =>
      await site.product.db.read.selectFrom('cases').select('state').where('subject_id', '=', id).execute();
    for (const [reason, state] of [
      ['broken-link', 'waiting'],
      ['facts', 'waiting'],
      ['spam', 'open'],
    ] as const) {
      const { access } = await createPerson(site.api);
      expect((await site.api.post('/report/', { about: `app:${id}`, reason, message }, access)).status).toBe(
        201,
      );
      expect([reason, await states()]).toEqual([reason, [{ state }]]);
    }
  });

  test('Links in the text of a report are left out of the mail to the owner', async () => {
    const { access } = await createPerson(site.api);
    const text =
      'See https://evil.example/login or evil.example.com, write to me@evil.example, call tel:+234800 and javascript:x now.';
    const report = { about: `release:${app.current_version.id}`, reason: 'broken-link', message: text };
    expect((await site.api.post('/report/', report, access)).status).toBe(201);
    const mail = await mailTo(owner.email, 'release 0.1.0');
    for (const part of ['evil', 'tel:', 'javascript']) expect(mail?.raw).not.toContain(part);
    expect(mail?.text).toContain('[link]');
  });
});

test('The sweep erases who a guest was 400 days after the decision, and keeps the row for the counts', async () => {
  const { db, services } = site.product;
  const guests = () =>
    db.read
      .selectFrom('reports')
      .select(['name', 'email', 'message'])
      .where('reporter_id', 'is', null)
      .where('state', '=', 'decided')
      .execute();
  const ofGuest = db.read.selectFrom('reports').select('id').where('email', '=', 'bola@example.com');
  const { id } = await ofGuest.executeTakeFirstOrThrow();
  const appeals = async () => {
    const rows = db.read.selectFrom('appeals').select('text').where('party_key', '=', id);
    return (await rows.execute()).map(({ text }) => text);
  };
  await services.reports.sweep();
  expect(await guests()).toEqual([{ name: 'Bola Ade', email: 'bola@example.com', message }]);
  expect(await appeals()).toEqual([expect.stringMatching(/./)]);
  const past = Date.now() - 401 * 86_400_000;
  await db.write((trx) =>
    trx.updateTable('reports').set({ decided_at: past }).where('state', '=', 'decided').execute(),
  );
  await services.reports.sweep();
  expect(await guests()).toEqual([{ name: '', email: '', message: '' }]);
  expect(await appeals()).toEqual(['']);
});

describe('Forms under attack', () => {
  test.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['from another site by an old browser', { origin: 'https://evil.example' }, 403],
    ['of JSON', { 'content-type': 'application/json' }, 415],
    ['of files', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ])('Refuses a form %s', async (_name, headers, status) => {
    expect((await site.postForm('/report', form(), headers)).status).toBe(status);
  });

  test('Takes a form from its own page', async () => {
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: siteUrl }, { origin: 'null' }])
      expect((await site.postForm('/report', form({ reason: '' }), headers)).status).toBe(400);
  });

  test('Refuses a body of more than 64 KB, with and without its length', async () => {
    expect((await site.postForm('/report', form({ message: 'x'.repeat(70_000) }))).status).toBe(413);
  });

  test('Refuses a POST on every page that has no form', async () => {
    for (const path of [
      '/',
      '/about',
      `/app/${app.name_id}`,
      '/report/20261122-2222',
      '/moderation/20261122-2222',
    ])
      expect([path, (await site.postForm(path, form())).status]).toEqual([path, 405]);
  });

  test('Shows what was typed as text', async () => {
    const script = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>';
    const answer = await site.postForm(
      '/report',
      form({ message: script, name: script, link: script, reason: script }),
    );
    expect(answer.status).toBe(400);
    // Between its quotes a value may hold any sign but a quote.
    const outside = answer.text.replace(/ value="[^"]*"/g, '');
    for (const markup of ['<script>alert', '<img src=x']) expect(outside.includes(markup)).toBe(false);
  });

  test('A link of one kind, or of another server, opens nothing', async () => {
    const asked = await site.product.db.read.selectFrom('cases').selectAll().executeTakeFirstOrThrow();
    const foreign = sealLink(Buffer.alloc(32, 1), 'owner-answer', asked.id, asked.owner_id ?? '');
    const own = sealLink(site.product.secret, 'owner-answer', asked.id, asked.owner_id ?? '');
    expect((await site.get(`/answer/${foreign}`)).status).toBe(404);
    expect((await site.get(`/appeal/${own}`)).status).toBe(404);
    expect((await site.postForm(`/appeal/${own}`, { message })).status).toBe(404);
    expect((await site.get(`/answer/${own}`)).status).toBe(200);
  });
});
