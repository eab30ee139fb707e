// Decisions of staff: what each does in each state, what the owner is mailed, strikes, restrictions and suspensions.
import { describe, expect, test } from 'vitest';
import { deskOf, listApp, report, ruling, type Desk, type QueueItem, said } from '../harness/desk.ts';
import { picture } from '../harness/pictures.ts';
import {
  day,
  minute,
  password,
  startProduct,
  type App,
  type Paged,
  type Person,
  type User,
} from '../harness/product.ts';

const product = await startProduct();
const { client, clock, mailbox, people } = product;
const staff = await people.staff('moderator');
const admin = await people.staff('admin');
const desk = deskOf(product, staff);
const owner = await people.verified({ firstname: 'Ada', lastname: 'Obi' });
const tested = await people.verified();
const reporters = [await people.verified(), await people.verified(), await people.verified()];

const list = (by: Person = owner, more: object = {}) => listApp(client.as(by), more);
/** The case of a new report. */
async function reported(about: string, reason = 'spam'): Promise<QueueItem> {
  const [first, ...others] = reporters;
  reporters.splice(0, reporters.length, ...others, ...(first ? [first] : []));
  const { status, body } = await report(client.as(first ?? staff), about, { reason });
  expect(status, body.error).toBe(201);
  return await desk.find(about.split(':')[1] ?? '');
}
const decideOn = async (app: App, action: string, more: object = {}) =>
  await desk.decide((await reported(`app:${app.id}`)).number, { action, ...more });
const stateOf = async ({ id }: App, by: Person = owner) =>
  (await client.as(by).get<App>(`/user/listings/${id}/`)).body.state;
const listed = async ({ name }: App) => (await client.get<Paged<App>>(`/app/?search=${name}`)).body.count > 0;

const states = ['public', 'unlisted', 'held', 'limited', 'removed'] as const;
const actionTo = { held: 'hold', limited: 'limit', removed: 'remove' } as const;

describe('What each action does to a listing', () => {
  /** The states after it, in the order of `states`; '-' where it is refused. */
  const outcomes = {
    none: 'public unlisted held limited removed',
    'ask-owner': 'public unlisted held limited removed',
    'remove-facts': 'public unlisted held limited removed',
    limit: 'limited limited limited - limited',
    hold: 'held held - held held',
    remove: 'removed removed removed removed -',
    restore: '- - public public public',
    restrict: 'public unlisted held limited removed',
    // Nobody has proved to control what it links to.
    transfer: '- - - - -',
  };
  const cells = Object.entries(outcomes).flatMap(([action, after]) =>
    states.map((state, at) => [action, state, after.split(' ')[at] ?? ''] as const),
  );

  test.each(cells)('%s of a listing that is %s: %s', async (action, state, after) => {
    const app = await list(tested);
    if (state === 'unlisted') await client.as(tested).patch(`/app/${app.id}/`, { state });
    // Reported while it is seen, so that its case is open in each state.
    const { number } = await reported(`app:${app.id}`);
    if (state in actionTo) {
      await people.prove(staff);
      expect((await desk.bulk(actionTo[state as 'held'], [app])).status).toBe(201);
      await product.work();
    }
    const before = { mails: await mailbox.to(tested.email), case: await desk.show(number) };
    expect([before.case.subject.state, before.case.allowed_actions.includes(action)]).toEqual([
      state,
      after !== '-',
    ]);
    const { status, body } = await desk.decide(number, {
      action,
      facts: action === 'remove-facts' ? ['website'] : [],
      ...(action === 'restrict' && { restriction: { actions: ['contact'], days: 7 } }),
    });
    const shown = await desk.show(number);
    if (after === '-') {
      const sentence = `In this state you may choose: ${before.case.allowed_actions.join(', ')}.`;
      expect([status, body.fields]).toEqual([400, { action: sentence }]);
      expect([shown.state, shown.subject.state]).toEqual(['open', state]);
      return;
    }
    expect([status, body.action, body.state_before, body.state_after]).toEqual([201, action, state, after]);
    expect(shown.state).toBe(action === 'ask-owner' ? 'waiting' : 'decided');
    expect(shown.subject.state).toBe(after);
    expect(await listed(app)).toBe(after === 'public');
    const strikes = shown.strikes.filter(({ decision_number }) => decision_number === body.number);
    expect(strikes).toHaveLength(['limit', 'hold', 'remove'].includes(action) ? 1 : 0);
    const mails = (await mailbox.to(tested.email)).slice(before.mails.length);
    expect(mails).toHaveLength(action === 'none' ? 0 : 1);
    for (const { text } of mails) expect(text).toContain(ruling.owner_reason);
  });
});

describe('A decision', () => {
  test('Is previewed as it will be, without a trace', async () => {
    const app = await list();
    const { number } = await reported(`app:${app.id}`);
    const [before, mails] = [await desk.show(number), (await mailbox.to(owner.email)).length];
    const form = { action: 'remove', message: 'See **this**:\n\n- one\n- two' };
    const { status, body: preview } = await desk.preview(number, form);
    expect([status, preview]).toEqual([
      200,
      expect.objectContaining({
        state_before: 'public',
        state_after: 'removed',
        gives_strike: true,
        listings: 1,
      }),
    ]);
    expect([await desk.show(number), await stateOf(app)]).toEqual([before, 'public']);
    expect(await mailbox.to(owner.email)).toHaveLength(mails);
    const { body: decision } = await desk.decide(number, form);
    expect(decision.number).toBe(number);
    const [sent, ...others] = (await mailbox.to(owner.email)).slice(mails);
    expect(others).toEqual([]);
    const [previewed] = preview.mails;
    expect([previewed?.to, previewed?.subject, previewed?.text.trim()]).toEqual([
      owner.email,
      sent?.subject,
      sent?.text.trim(),
    ]);
    expect(sent?.links.some((link) => link.includes('/appeal/'))).toBe(true);
    expect(previewed?.html).toContain('<strong>this</strong>');
    expect(sent?.html.trim()).toBe(previewed?.html.trim());
    expect(sent?.text).not.toContain(ruling.public_reason);
  });

  test('Is made by one of several who decide at once', async () => {
    const { number, version } = await reported(`app:${(await list()).id}`);
    const answers = await Promise.all(
      [
        [staff, 'remove'],
        [admin, 'limit'],
        [admin, 'remove'],
      ].map(([by, action]) =>
        client.as(by as Person).post(`/desk/cases/${number}/decisions/`, { ...ruling, version, action }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await desk.show(number)).decisions.filter((one) => one.case_number === number)).toHaveLength(1);
  });

  test.each([
    ['policy', 'Choose the policy that this is about.'],
    ['public_reason', 'Give a reason for the public page.'],
    ['owner_reason', 'Give a reason for the owner.'],
    ['action', 'Choose what to do.'],
  ])('Needs its %s', async (field, sentence) => {
    const app = await list();
    const { status, body } = await decideOn(app, 'remove', { [field]: '' });
    expect([status, body.fields?.[field], await stateOf(app)]).toEqual([400, sentence, 'public']);
  });

  test('Removes facts and pictures of an app, a release, a screenshot and a profile', async () => {
    const person = await people.verified();
    const pictures = { logo: await picture(), screenshot: await picture() };
    const app = await list(person, { ...pictures, external_link: 'one.ng/get' });
    const [shot] = app.screenshot;
    await client.as(person).patch(`/app/version/${app.current_version.id}/`, { latest_feature: 'A lie.' });
    await client.as(person).patch(`/user/${person.id}/`, { about_me: 'Call me.' });
    const { number } = await reported(`app:${app.id}`);
    expect((await desk.decide(number, { action: 'remove-facts' })).body.fields?.['facts']).toBe(
      'Choose what to remove: description, long_description, website, playstore_link, appstore_link, external_link, licence, logo.',
    );
    for (const [about, facts] of [
      [`app:${app.id}`, ['website', 'logo']],
      [`release:${app.current_version.id}`, ['description']],
      [`screenshot:${shot?.id ?? ''}`, ['screenshot']],
      [`profile:${person.id}`, ['about']],
    ] as const) {
      const { number: ofPart } = await reported(about);
      const { status, body } = await desk.decide(ofPart, { action: 'remove-facts', facts });
      expect([about, status, body.error]).toEqual([about, 201, undefined]);
    }
    const { body } = await client.get<App>(`/app/${app.id}/`);
    expect(body).toMatchObject({
      website: '',
      logo: null,
      screenshot: [],
      external_link: 'https://one.ng/get',
    });
    expect(body.current_version.latest_feature).toBe('');
    expect((await client.fetch(app.logo ?? '')).status).toBe(404);
    expect((await client.get<User>(`/user/${person.id}/`)).body.about_me).toBe('');
    expect((await mailbox.to(person.email)).map(({ text }) => text).join('\n')).toContain(
      'our staff have removed the website link, the logo from',
    );
  });

  test('About something that was deleted meanwhile can only close the case', async () => {
    const app = await list();
    const { number } = await reported(`app:${app.id}`);
    await client.as(owner).delete(`/app/${app.id}/`);
    const { status, body } = await desk.decide(number, { action: 'remove' });
    expect([status, body.error]).toEqual([
      409,
      'What this case is about was deleted meanwhile. Close it with no action.',
    ]);
    const shown = await desk.show(number);
    expect([shown.subject.exists, shown.allowed_actions]).toEqual([false, ['none']]);
    expect((await desk.decide(number, { action: 'none' })).status).toBe(201);
  });

  test('Stays public without the account and the listing it was about', async () => {
    const person = await people.verified();
    const app = await list(person);
    const { body } = await decideOn(app, 'limit');
    expect((await client.as(person).post(`/user/${person.id}/delete/`, { password })).status).toBe(200);
    await product.work();
    const path = `/moderation/${body.number}`;
    expect((await client.get(`${path}/`)).body).toMatchObject({
      action: 'limit',
      reason: ruling.public_reason,
    });
    expect((await client.page(path)).html).not.toContain(app.name);
    expect(JSON.stringify(await desk.show(body.case_number ?? ''))).not.toContain(person.id);
  });
});

test.each([
  "update decisions set public_reason = 'Another.'",
  'delete from decisions',
  "update case_events set text = 'Another.'",
  'delete from case_events',
])('Nobody changes the records of decisions and cases: %s', async (statement) => {
  const { body } = await decideOn(await list(), 'limit');
  await expect(product.sql(statement)).rejects.toThrow('only grows');
  expect((await client.get(`/moderation/${body.number}/`)).body).toMatchObject({
    reason: ruling.public_reason,
  });
});

describe('A removal for impersonation', () => {
  const tryName = async (by: Person, name: string) => {
    const facts = { name, description: 'Keeps the books.', website: 'https://one.ng' };
    return (await client.as(by).post<App>('/app/', facts)).body;
  };

  test('Frees the name and the address for others, not for the imitator', async () => {
    const [imitator, real] = [await people.verified(), await people.verified()];
    const app = await tryName(imitator, 'Sunbird Ledger');
    await decideOn(app, 'remove', { policy: 'impersonation' });
    expect((await client.page('/app/sunbird-ledger')).status).toBe(410);
    expect((await tryName(imitator, 'Sunbird  Lédger')).error).toBe('This app name exist');
    // Nor the address that the removed listing gets.
    const decoy = await tryName(imitator, `Released ${app.id.replaceAll('-', ' ')}`);
    expect(decoy.name_id).toBe(`released-${app.id}-2`);
    expect((await tryName(real, 'Sunbird Ledger')).name_id).toBe('sunbird-ledger');
    expect((await client.page(`/app/${app.id}`)).status).toBe(410);
    // The name is taken now, so the removed listing cannot come back.
    await people.prove(staff);
    const form = { ...ruling, action: 'restore', listings: [app.id] };
    const previewed = await client.as(staff).post('/desk/bulk/preview/', form);
    expect(previewed.body).toMatchObject({ listings: 0, skipped: 1 });
    const { body } = await desk.bulk('restore', [app]);
    await product.work();
    expect((await client.as(staff).get(`/desk/bulk/${body.number}/`)).body).toMatchObject({
      done: 0,
      skipped: 1,
    });
  });

  test('Keeps the name where it is for another reason', async () => {
    const app = await tryName(owner, 'Kingfisher Notes');
    await decideOn(app, 'remove', { policy: 'spam' });
    expect((await tryName(await people.verified(), 'Kingfisher Notes')).error).toBe('This app name exist');
  });
});

describe('A restriction by a decision', () => {
  test('Needs what and how long, is mailed, and ends by itself', async () => {
    const person = await people.verified();
    const app = await list(person);
    const { number } = await reported(`app:${app.id}`);
    expect((await desk.decide(number, { action: 'restrict' })).status).toBe(400);
    const restriction = { actions: ['publish', 'contact'], days: 7 };
    expect((await desk.decide(number, { action: 'restrict', restriction })).status).toBe(201);
    expect((await mailbox.newest(person.email)).subject).toContain('your account was restricted');
    const publish = () =>
      client.as(person).post('/app/', { name: 'One More', description: 'One.', website: 'https://one.ng' });
    const refused = await publish();
    expect(said(refused)).toBe(
      '403 This account cannot publish at the moment. If this is a mistake, write to hello@naijabuilt.example.',
    );
    const contact = () => client.as(person).patch(`/user/${person.id}/`, { about_me: 'Call me.' });
    expect((await contact()).status).toBe(403);
    expect((await client.get<App>(`/app/${app.id}/`)).body.state).toBe('public');
    clock.advance(7 * day);
    expect([(await contact()).status, (await publish()).status]).toEqual([200, 201]);
    await people.prove(staff);
    await people.prove(admin);
  });

  test('Keeps what the desk has denied for longer', async () => {
    const person = await people.verified();
    const { number } = await reported(`app:${(await list(person)).id}`);
    const at = deskOf(product, admin);
    const denied = { kind: 'account', pattern: person.id, effect: 'deny', reason: 'Spam.' };
    const end = (days: number) => new Date(clock() + days * day).toISOString();
    const dayOf = (time: string | null) => time?.slice(0, 10);
    const ends = { contact: null, publish: end(30), report: end(2) };
    for (const [action, until] of Object.entries(ends)) {
      const sent = { ...denied, action, until };
      expect((await client.as(admin).post('/desk/restrictions/', sent)).status).toBe(201);
    }
    const restriction = { actions: ['contact', 'publish', 'report'], days: 7 };
    expect((await at.decide(number, { action: 'restrict', restriction })).status).toBe(201);
    const { body } = await client
      .as(admin)
      .get<Paged<{ action: string; until: string | null }>>(`/desk/restrictions/?q=${person.id}`);
    const found = body.results.map(({ action, until }) => [action, dayOf(until)]);
    expect(found).toEqual(
      expect.arrayContaining(Object.entries(ends).map(([a, until]) => [a, dayOf(until)])),
    );
    for (const action of restriction.actions) expect(found).toContainEqual([action, dayOf(end(7))]);
  });
});

describe('A suspension', () => {
  const suspend = async (person: Person, by: Desk = desk) =>
    await by.decide((await reported(`profile:${person.id}`, 'scam')).number, { action: 'suspend' });

  test('Needs a second factor of the last minutes', async () => {
    await people.prove(staff);
    clock.advance(11 * minute);
    const person = await people.verified();
    const { status, body } = await suspend(person);
    expect([status, (body as { code?: string }).code]).toEqual([403, 'fresh_factor']);
    await people.prove(staff);
    const { number } = await desk.find(person.id);
    expect((await desk.decide(number, { action: 'suspend' })).status).toBe(201);
  });

  test('Ends the sessions, refuses logins, and says on the pages of listings that the account was closed', async () => {
    await people.prove(staff);
    const person = await people.verified();
    const app = await list(person);
    const { body } = await suspend(person);
    expect((await desk.show(body.number)).owner?.is_suspended).toBe(true);
    expect((await client.as(person).get('/user/me/')).status).toBe(401);
    const page = await client.page(`/app/${app.name_id}`);
    expect([page.status, page.text.includes('The account that listed it was closed.')]).toEqual([410, true]);
    // The reason is between the staff and the account.
    expect(page.html).not.toContain(ruling.public_reason);
    const login = { email: person.email, password };
    const closed =
      '403 This account was closed by the operator. Write to hello@naijabuilt.example if you think that this is a mistake.';
    expect(said(await client.post('/token/', login))).toBe(closed);
    // Who does not know the password learns nothing.
    expect((await client.post('/token/', { ...login, password: 'a wrong password' })).status).toBe(401);
    expect((await mailbox.newest(person.email)).subject).toContain('your account was suspended');
    const mails = (await mailbox.to(person.email)).length;
    await client.post('/user/forgot-password/', { email: person.email });
    expect(await mailbox.to(person.email)).toHaveLength(mails);
    expect((await client.post('/user/', { ...login, firstname: 'Ada', lastname: 'Obi' })).status).toBe(201);
    expect(said(await client.post('/token/', login))).toBe(closed);
  });

  test('Is taken back with everything as it was', async () => {
    await people.prove(staff);
    const person = await people.verified();
    const [shown, hidden] = [await list(person), await list(person)];
    await client.as(person).patch(`/app/${hidden.id}/`, { state: 'unlisted' });
    const { number } = await reported(`profile:${person.id}`);
    await report(client.as(admin), `app:${shown.id}`);
    const reportedListing = (await desk.find(shown.id)).number;
    const { body: preview } = await desk.preview(reportedListing, { action: 'suspend' });
    expect(preview).toMatchObject({ listings: 1, gives_strike: true, state_after: 'suspended' });
    await desk.decide(reportedListing, { action: 'suspend' });
    await product.work();
    expect((await desk.show(number)).strikes).toMatchObject([{ counts: true }]);
    expect((await desk.decide(number, { action: 'restore' })).status).toBe(201);
    await product.work();
    expect((await mailbox.newest(person.email)).subject).toContain('your account is open again');
    expect((await desk.show(number)).strikes).toMatchObject([{ counts: false }]);
    await people.logIn(person);
    expect([await listed(shown), await listed(hidden)]).toEqual([true, false]);
    expect([await stateOf(shown, person), await stateOf(hidden, person)]).toEqual(['public', 'unlisted']);
    expect((await client.page(`/user/${person.id}`)).status).toBe(200);
  });

  test('Of a member of staff is for admins alone', async () => {
    const colleague = await people.staff('moderator');
    await people.prove(staff);
    const { status, body } = await suspend(colleague);
    expect([status, body.error]).toEqual([403, 'Only an admin may suspend a member of staff.']);
    await people.prove(admin);
    const { number } = await desk.find(colleague.id);
    const restriction = { actions: ['publish'], days: 7 };
    const restricted = await desk.decide(number, { action: 'restrict', restriction });
    expect([restricted.status, restricted.body.error]).toEqual([
      403,
      'Only an admin may restrict a member of staff.',
    ]);
    expect((await deskOf(product, admin).decide(number, { action: 'suspend' })).status).toBe(201);
    expect((await client.as(colleague).get('/desk/me/')).status).toBe(401);
  });
});

// Last, because the sessions of all people end within these days.
describe('A strike', () => {
  test('Counts for 180 days', async () => {
    const person = await people.verified();
    const { body } = await decideOn(await list(person), 'limit');
    const counts = async () => (await desk.show(body.number)).strikes.map((strike) => strike.counts);
    expect(await counts()).toEqual([true]);
    clock.advance(180 * day - minute);
    await people.logIn(staff);
    expect(await counts()).toEqual([true]);
    clock.advance(minute);
    expect(await counts()).toEqual([false]);
  });
});
