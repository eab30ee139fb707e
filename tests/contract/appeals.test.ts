// Appeals against decisions, what taking a decision back undoes, and what everybody reads: the page of a decision, the
// policies and the counts.
import { describe, expect, test } from 'vitest';
import {
  complaint,
  deskOf,
  listApp,
  mailedPath,
  report,
  ruling,
  type Decision,
  type QueueItem,
  said,
} from '../harness/desk.ts';
import { day, hour, minute, startProduct, type App, type Person, type Product } from '../harness/product.ts';

const product = await startProduct();
const { client, clock, mailbox, people } = product;
const [first, second] = [await people.staff('moderator'), await people.staff('admin')];
const [desk, other] = [deskOf(product, first), deskOf(product, second)];
const reporter = await people.verified({ firstname: 'Bola', lastname: 'Ade' });
const why = 'We are the company behind this name. Our number is RC 123456.';

const list = (by: Person, { client: ofSite } = product) => listApp(ofSite.as(by), {});
async function reported(subject: { id: string }, kind = 'app'): Promise<QueueItem> {
  const sent = await report(client.as(reporter), `${kind}:${subject.id}`, { reason: 'impersonation' });
  expect(sent.status, sent.body.error).toBe(201);
  return await desk.find(subject.id);
}
/** A decision about a listing of a new owner, and the page to appeal on. */
async function decided(action: string, more: object = {}) {
  const owner = await people.verified();
  const app = await list(owner);
  const { number } = await reported(app);
  const form = { action, policy: 'impersonation', ...more };
  const { status, body } = await desk.decide(number, form);
  expect(status, body.error).toBe(201);
  const path = await mailedPath(mailbox, action === 'none' ? reporter : owner, '/appeal/');
  return { app, owner, number, path };
}
interface Appeal {
  state: string;
  until: string;
  answer: string;
  outcome: { action: string; reason: string };
}
const view = async (path: string) => (await client.get<Appeal>(`${path}/`)).body;
const appeal = (path: string, message = why) => client.post(`${path}/`, { message });
/** The case of an appeal. */
const caseOf = ({ id }: { id: string }) => desk.find(id, 'open', 'appeal');
/** Appeals, and has the other member of staff take the decision back. */
async function takeBack({ app, path }: { app: { id: string }; path: string }): Promise<Decision> {
  expect((await appeal(path)).status).toBe(201);
  const { status, body } = await other.decide((await caseOf(app)).number, { action: 'restore' });
  expect(status, body.error).toBe(201);
  return body;
}
interface PublicDecision {
  source: string;
  action: string;
  policy: string;
  policies_version: string;
  reason: string;
  subject: string;
  cause: string | null;
  appeal: string | null;
}
const shown = async (number: string) => (await client.get<PublicDecision>(`/moderation/${number}/`)).body;

describe('An appeal', () => {
  test('By the owner is sent once, decided by somebody else, and undoes the decision', async () => {
    const { app, owner, number, path } = await decided('remove');
    expect(await view(path)).toMatchObject({
      state: 'possible',
      answer: '',
      outcome: { action: 'remove', reason: ruling.public_reason },
    });
    expect((await appeal(path, 'No.')).body.fields).toEqual({
      message: 'Describe what is wrong in 20 characters or more.',
    });
    const sent = await Promise.all([appeal(path), appeal(path), appeal(path)]);
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await appeal(path)).body.error).toBe('An appeal against this decision has already been sent.');
    expect([(await view(path)).state, (await shown(number)).appeal]).toEqual(['open', 'open']);
    expect((await mailbox.newest(owner.email)).subject).toContain('your appeal was received');

    const opened = await caseOf(app);
    expect((await desk.show(opened.number)).appeal).toEqual({
      decision_number: number,
      party: 'owner',
      text: why,
    });
    for (const part of ['decisions', 'decisions/preview', 'claim']) {
      const { status, body } = await desk.work(opened.number, part, { ...ruling, action: 'restore' });
      const sentence = 'This is an appeal against your own decision. Somebody else has to decide it.';
      expect([part, status, body.error]).toEqual([part, 403, sentence]);
    }
    expect((await desk.show(opened.number)).allowed_actions).toEqual([]);
    expect((await other.decide(opened.number, { action: 'restore' })).status).toBe(201);
    expect((await client.get<App>(`/app/${app.id}/`)).body.state).toBe('public');
    expect([(await view(path)).state, (await shown(number)).appeal]).toEqual(['reversed', 'reversed']);
    const told = (await mailbox.to(owner.email)).map(({ text }) => text).join();
    expect(told).toContain('your appeal was successful');
    expect((await desk.show(number)).strikes.map(({ counts }) => counts)).toEqual([false]);
  });

  test('By the reporter against no action is decided once and for all', async () => {
    const { app, owner, path } = await decided('none');
    expect(await mailbox.to(owner.email)).toHaveLength(1);
    expect((await appeal(path)).status).toBe(201);
    const mails = (await mailbox.to(reporter.email)).length;
    expect((await other.decide((await caseOf(app)).number, { action: 'none' })).status).toBe(201);
    expect(await view(path)).toMatchObject({ state: 'upheld', answer: ruling.public_reason });
    const [mail, ...others] = (await mailbox.to(reporter.email)).slice(mails);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('the decision stands');
    expect(mail?.links.filter((link) => link.includes('/appeal/')).every((link) => link.endsWith(path))).toBe(
      true,
    );
    expect((await appeal(path)).status).toBe(409);
    expect((await client.page(path)).text).toContain('This is final.');
    expect(await mailbox.to(owner.email)).toHaveLength(1);
  });

  test('Of a reporter may lead to an action, which its owner may appeal against', async () => {
    const { app, owner, path } = await decided('none');
    await appeal(path);
    await other.decide((await caseOf(app)).number, { action: 'hold' });
    expect((await view(path)).state).toBe('reversed');
    expect((await client.get(`/app/${app.id}/`)).status).toBe(404);
    const own = await mailedPath(mailbox, owner, '/appeal/');
    expect([own === path, (await view(own)).state]).toEqual([false, 'possible']);
    await people.prove(first);
    expect((await appeal(own)).status).toBe(201);
    expect((await desk.decide((await caseOf(app)).number, { action: 'restore' })).status).toBe(201);
    expect((await client.get(`/app/${app.id}/`)).status).toBe(200);
  });

  test('Of an owner does not succeed by a harsher decision, and does by a milder one', async () => {
    const harsher = await decided('limit');
    await appeal(harsher.path);
    await other.decide((await caseOf(harsher.app)).number, { action: 'remove' });
    expect([(await view(harsher.path)).state, (await shown(harsher.number)).appeal]).toEqual([
      'upheld',
      'upheld',
    ]);
    const told = (await mailbox.to(harsher.owner.email)).map(({ text }) => text.replace(/\s+/g, ' ')).join();
    expect(told).toContain('your appeal was not successful. Another mail says what was decided instead.');
    expect(told).not.toContain('your appeal was successful');
    const removal = (await mailbox.to(harsher.owner.email)).find(({ subject }) =>
      subject.endsWith('your listing was removed'),
    );
    const own = new URL(removal?.links.find((link) => link.includes('/appeal/')) ?? '').pathname;
    expect((await view(own)).state).toBe('possible');

    const between = await decided('limit');
    await appeal(between.path);
    await people.prove(first);
    expect((await desk.bulk('remove', [between.app])).status).toBe(201);
    await other.decide((await caseOf(between.app)).number, { action: 'hold' });
    expect((await view(between.path)).state).toBe('upheld');

    const milder = await decided('remove');
    await appeal(milder.path);
    await other.decide((await caseOf(milder.app)).number, { action: 'limit' });
    expect((await view(milder.path)).state).toBe('reversed');
  });

  test('Against a suspension is sent without a login, and opens the account', async () => {
    const owner = await people.verified();
    const { number } = await reported(owner, 'profile');
    expect((await desk.decide(number, { action: 'suspend' })).status).toBe(201);
    expect((await client.as(owner).get('/user/me/')).status).toBe(401);
    const path = await mailedPath(mailbox, owner, '/appeal/');
    await takeBack({ app: owner, path });
    await people.logIn(owner);
    expect((await client.as(owner).get('/user/me/')).status).toBe(200);
  });

  test('Is granted although the account was opened meanwhile in another way', async () => {
    const owner = await people.verified();
    await people.prove(first);
    const { body } = await desk.bulk('suspend', owner);
    const path = await mailedPath(mailbox, owner, '/appeal/');
    expect((await appeal(path)).status).toBe(201);
    expect((await client.as(first).post(`/desk/bulk/${body.number}/undo/`, {})).status).toBe(200);
    await people.logIn(owner);
    expect((await other.decide((await caseOf(owner)).number, { action: 'restore' })).status).toBe(201);
    expect((await view(path)).state).toBe('reversed');
    expect((await client.as(owner).get('/user/me/')).status).toBe(200);
  });

  test('Takes a form without JavaScript, and gives it back with its text', async () => {
    const { path } = await decided('limit');
    const page = await client.page(path);
    expect(page.text).toContain('You can appeal once');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const short = await client.submit(path, { message: 'No.' });
    expect([short.status, short.one('textarea').text]).toEqual([400, 'No.']);
    const sent = await client.submit(path, { message: why });
    expect([sent.status, sent.headers.get('location')?.endsWith(path)]).toEqual([303, true]);
    expect((await client.page(path)).text).toContain('We have received your appeal.');
    expect((await client.submit(path, { message: why })).status).toBe(409);
  });

  test('Is not decided by a member of staff who sent the report', async () => {
    const colleague = await people.staff('moderator');
    const app = await list(await people.verified());
    await report(client.as(colleague), `app:${app.id}`, { reason: 'impersonation' });
    await desk.decide((await desk.find(app.id)).number, { action: 'none', policy: 'impersonation' });
    await appeal(await mailedPath(mailbox, colleague, '/appeal/'));
    const { number } = await caseOf(app);
    const { status, body } = await deskOf(product, colleague).decide(number, { action: 'remove' });
    const sentence = 'This case is about you, or you reported it. Somebody else has to decide it.';
    expect([status, body.error]).toEqual([403, sentence]);
    expect((await other.decide(number, { action: 'remove' })).status).toBe(201);
  });

  test('Is decided by the same person where there is nobody else', async () => {
    const small = await startProduct();
    const alone = await small.people.staff('admin');
    const gone = await small.people.staff('moderator');
    const as = small.client.as(alone);
    await as.post(`/desk/accounts/${gone.id}/role/`, { role: 'member' });
    const owner = await small.people.verified();
    const app = await list(owner, small);
    const own = deskOf(small, alone);
    await report(small.client.as(await small.people.verified()), `app:${app.id}`);
    await own.decide((await own.find(app.id)).number, { action: 'limit' });
    await small.client.post(`${await mailedPath(small.mailbox, owner, '/appeal/')}/`, { message: why });
    const { number } = await own.find(app.id, 'open', 'appeal');
    expect((await own.decide(number, { action: 'restore' })).status).toBe(201);
  });
});

describe('Taking a decision back', () => {
  const stateOf = async ({ id }: App, by: Person) =>
    (await client.as(by).get<App>(`/user/listings/${id}/`)).body.state;

  test('Leaves a later removal and its strike', async () => {
    const limit = await decided('limit');
    const { number } = await reported(limit.app);
    await desk.decide(number, { action: 'remove' });
    const path = await mailedPath(mailbox, limit.owner, '/appeal/');
    await takeBack(limit);
    expect(await stateOf(limit.app, limit.owner)).toBe('removed');
    const strikes = async () =>
      (await desk.show(number)).strikes.map(({ counts, decision_number }) => [
        decision_number === number,
        counts,
      ]);
    expect((await strikes()).sort()).toEqual([
      [false, false],
      [true, true],
    ]);
    await takeBack({ app: limit.app, path });
    expect(await stateOf(limit.app, limit.owner)).toBe('public');
    expect((await strikes()).every(([, counts]) => counts === false)).toBe(true);
  });

  test('Leaves a later suspension and its strike', async () => {
    const owner = await people.verified();
    const suspend = async () => {
      const { body, status } = await desk.bulk('suspend', owner);
      expect(status, body.error).toBe(201);
      return { number: body.number, path: await mailedPath(mailbox, owner, '/appeal/') };
    };
    await people.prove(first);
    const earlier = await suspend();
    await client.as(first).post(`/desk/bulk/${earlier.number}/undo/`, {});
    const later = await suspend();
    const { case_number: number } = await takeBack({ app: owner, path: earlier.path });
    const standing = async () => {
      const { owner: account, strikes } = await desk.show(number ?? '');
      return [account?.is_suspended, strikes.map(({ counts }) => counts)];
    };
    expect(await standing()).toEqual([true, [true, false]]);
    await takeBack({ app: owner, path: later.path });
    expect(await standing()).toEqual([false, [false, false]]);
  });

  test('Ends its restriction, and not one of a later decision', async () => {
    const earlier = await decided('restrict', { restriction: { actions: ['publish', 'contact'], days: 7 } });
    const { number } = await reported(earlier.app);
    await desk.decide(number, { action: 'restrict', restriction: { actions: ['contact'], days: 7 } });
    const as = client.as(earlier.owner);
    const publish = () => as.patch(`/app/${earlier.app.id}/`, { description: 'Another.' });
    const contact = () => as.patch(`/user/${earlier.owner.id}/`, { about_me: 'Call me.' });
    const later = await mailedPath(mailbox, earlier.owner, '/appeal/');
    expect([(await publish()).status, (await contact()).status]).toEqual([403, 403]);
    await takeBack(earlier);
    expect([(await publish()).status, (await contact()).status]).toEqual([200, 403]);
    await takeBack({ app: earlier.app, path: later });
    expect((await contact()).status).toBe(200);
  });

  test('Ends the longer of two restrictions, and not the shorter one', async () => {
    const shorter = await decided('restrict', { restriction: { actions: ['contact'], days: 7 } });
    const { number } = await reported(shorter.app);
    await desk.decide(number, { action: 'restrict', restriction: { actions: ['contact'], days: 30 } });
    const path = await mailedPath(mailbox, shorter.owner, '/appeal/');
    const contact = () =>
      client.as(shorter.owner).patch(`/user/${shorter.owner.id}/`, { about_me: 'Call me.' });
    await takeBack({ app: shorter.app, path });
    expect((await contact()).status).toBe(403);
    await takeBack(shorter);
    expect((await contact()).status).toBe(200);
  });

  test('Ends a restriction that was decided about a profile', async () => {
    const owner = await people.verified();
    const { number } = await reported(owner, 'profile');
    await desk.decide(number, { action: 'restrict', restriction: { actions: ['contact'], days: 7 } });
    const contact = () => client.as(owner).patch(`/user/${owner.id}/`, { about_me: 'Call me.' });
    expect((await contact()).status).toBe(403);
    await takeBack({ app: owner, path: await mailedPath(mailbox, owner, '/appeal/') });
    expect((await contact()).status).toBe(200);
  });

  test('Is told on the page of the report', async () => {
    const { app, path } = await decided('hold');
    const mail = (await mailbox.to(reporter.email)).findLast(({ text }) => text.includes(app.name));
    const link = mail?.links.find((one) => one.includes('/report/')) ?? '';
    const page = async () => (await client.page(link)).text;
    expect(await page()).not.toContain('An appeal was sent');
    await appeal(path);
    expect(await page()).toContain('An appeal was sent and has not been decided yet.');
    await other.decide((await caseOf(app)).number, { action: 'restore' });
    expect(await page()).toContain('An appeal was sent, and the decision was reversed.');
  });
});

describe('The page of a decision', () => {
  test('Shows what was decided, and names nobody', async () => {
    const { app, owner, number } = await decided('remove', { owner_reason: 'A word for its owner alone.' });
    expect(await shown(number)).toEqual({
      number,
      decided_at: expect.stringMatching(/^2026-03-\d\dT/) as string,
      source: 'staff',
      action: 'remove',
      policy: 'impersonation',
      policies_version: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) as string,
      reason: ruling.public_reason,
      subject: 'app',
      cause: 'report',
      appeal: null,
      url: `http://naijabuilt.test/moderation/${number}`,
    });
    const page = await client.page(`/moderation/${number}`);
    for (const sentence of ['A listing was removed.', ruling.public_reason, 'by staff, after a report.'])
      expect(page.text).toContain(sentence);
    expect(page.has('a[href="/policies#impersonation"]')).toBe(true);
    expect(page.one('meta[name="robots"]').attribute('content')).toBe('noindex');
    const read = page.html + JSON.stringify(await shown(number));
    for (const secret of [app.name, app.id, owner.id, reporter.id, first.id, 'Bola', complaint, 'alone'])
      expect([secret, read.includes(secret)]).toEqual([secret, false]);
    for (const none of ['20261121-K7Q2', 'x', '..'])
      expect([none, (await client.get(`/moderation/${encodeURIComponent(none)}/`)).status]).toEqual([
        none,
        404,
      ]);
    expect((await client.page('/moderation/20261121-K7Q2')).status).toBe(404);
  });
});

test('The policies have a version, and say what each leads to', async () => {
  interface Policies {
    version: string;
    policies: { id: string; title: string; text: string; leads_to: string }[];
  }
  const { body } = await client.get<Policies>('/policies/');
  expect(body.policies.map(({ id }) => id)).toEqual(
    'impersonation scam malware illegal spam facts copyright privacy links other'.split(' '),
  );
  const page = await client.page('/policies');
  for (const { id, title, text, leads_to } of body.policies) {
    expect(page.has(`#${id}`), id).toBe(true);
    for (const part of [title, text, leads_to]) expect(page.text).toContain(part);
  }
  expect(body.version).toMatch(/^20\d\d-\d\d-\d\d$/);
});

describe('The transparency report', () => {
  interface Month {
    month: string;
    reports: { total: number; by_reason: Record<string, number> };
    cases: { opened: number; by_kind: Record<string, number> };
    decisions: Record<'by_policy' | 'by_source' | 'by_action', Record<string, number>> & { total: number };
    median_hours: number | null;
    appeals: { total: number; open: number; upheld: number; reversed: number };
  }
  async function playMonths(site: Product): Promise<void> {
    const [one, two] = [await site.people.staff('moderator'), await site.people.staff('admin')];
    const [desk_, other_] = [deskOf(site, one), deskOf(site, two)];
    const [owner, by] = [await site.people.verified(), await site.people.verified()];
    const [left, removed, gone] = [await list(owner, site), await list(owner, site), await list(owner, site)];
    const open = async ({ id }: App, reason: string) => {
      await report(site.client.as(by), `app:${id}`, { reason });
      return (await desk_.find(id)).number;
    };
    const [first_, second_] = [await open(left, 'spam'), await open(removed, 'scam')];
    await open(gone, 'spam');
    site.clock.advance(2 * hour + minute);
    await desk_.decide(first_, { action: 'none' });
    site.clock.advance(2 * hour);
    await desk_.decide(second_, { action: 'remove', policy: 'scam' });
    const path = await mailedPath(site.mailbox, owner, '/appeal/');
    // The last hour of March in Lagos is not in April, where UTC is behind.
    site.clock.advance(Date.UTC(2026, 2, 31, 22, 30) - site.clock());
    await site.people.logIn(two);
    await site.client.post(`${path}/`, { message: why });
    site.clock.advance(hour);
    await other_.decide((await other_.find(removed.id, 'open', 'appeal')).number, {
      action: 'none',
      policy: 'scam',
    });
  }

  test('Counts what there was by month of Lagos, and names nobody', async () => {
    const site = await startProduct();
    await playMonths(site);
    const { body } = await site.client.get<{ months: Month[] }>('/transparency/');
    expect(body.months).toEqual([
      {
        month: '2026-04',
        reports: { total: 0, by_reason: {} },
        cases: { opened: 0, by_kind: {} },
        decisions: { total: 1, by_policy: { scam: 1 }, by_source: { staff: 1 }, by_action: { none: 1 } },
        median_hours: 1,
        appeals: { total: 0, open: 0, upheld: 0, reversed: 0 },
      },
      {
        month: '2026-03',
        reports: { total: 3, by_reason: { spam: 2, scam: 1 } },
        cases: { opened: 4, by_kind: { report: 3, appeal: 1 } },
        decisions: {
          total: 2,
          by_policy: { spam: 1, scam: 1 },
          by_source: { staff: 2 },
          by_action: { none: 1, remove: 1 },
        },
        median_hours: 3,
        appeals: { total: 1, open: 0, upheld: 1, reversed: 0 },
      },
    ]);
    const page = await site.client.page('/transparency');
    expect([page.status, page.text.includes('March 2026')]).toEqual([200, true]);
    expect(JSON.stringify(body) + page.html).not.toMatch(/Listed|@example/);
  });
});

// Last, because the sessions of all people end within these days.
test('An appeal is accepted for 184 days', async () => {
  const [early, late] = [await decided('limit'), await decided('limit')];
  const { until } = await view(late.path);
  expect(until).toMatch(/^2026-09-0/);
  clock.advance(184 * day - minute);
  expect((await appeal(early.path)).status).toBe(201);
  clock.advance(minute);
  expect(said(await appeal(late.path))).toBe('410 The time for an appeal has ended.');
  expect((await view(late.path)).state).toBe('expired');
  expect((await client.page(late.path)).text).toContain('The time for an appeal has ended.');
});
