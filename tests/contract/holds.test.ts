// What is held when an app is listed or changed, what its owner is told, and what ends a hold.
import { describe, expect, test } from 'vitest';
import { deskOf, said } from '../harness/desk.ts';
import {
  hour,
  minute,
  startProduct,
  type App,
  type Paged,
  type Person,
  type Version,
} from '../harness/product.ts';

const product = await startProduct();
const { client, mailbox, people } = product;
/** Holds what comes in crowds. */
const limited = await startProduct({ env: { RATE_LIMIT: 'on' } });
const staff = await people.staff('moderator');
const desk = deskOf(product, staff);
const owner = await people.verified({ firstname: 'Ada', lastname: 'Obi' });
const ada = client.as(owner);
const eve = client.as(await people.verified());

const form = (name: string, more: object = {}) => ({
  name,
  description: 'It does one thing.',
  website: 'https://one.ng',
  ...more,
});
const list = async (name: string, more: object = {}, by = ada) =>
  (await by.post<App>('/app/', form(name, more))).body;
const change = async (app: App, more: object, by = ada) =>
  (await by.patch<App>(`/app/${app.id}/`, more)).body;
interface OwnApp extends App {
  state_policy: string;
  state_reason: string;
  state_clears: string;
  state_at: string | null;
}
const own = async ({ id }: App) => (await ada.get<OwnApp>(`/user/listings/${id}/`)).body;
const release = async ({ id }: App) =>
  await desk.decide((await desk.find(id)).number, { action: 'restore', policy: 'impersonation' });

describe('A name that passes for another', () => {
  test('Is held, its owner is told why, and staff have a case', async () => {
    const app = await list('Zen1th Bank Mobile App');
    expect(app.state).toBe('held');
    expect(await own(app)).toMatchObject({
      name: 'Zen1th Bank Mobile App',
      state: 'held',
      state_policy: 'impersonation',
      state_reason: 'The name looks like Zenith Bank, which many people know.',
      state_clears:
        'Another name ends it at once. If Zenith Bank is yours, reply to our mail and say how we can verify that; otherwise we look at it within a day.',
      state_at: expect.any(String) as string,
    });
    const mail = await mailbox.newest(owner.email);
    expect(mail.subject).toContain('is waiting for review');
    for (const part of ['Zen1th Bank Mobile App', 'looks like Zenith Bank'])
      expect(mail.text).toContain(part);
    const { kind, number, reason } = await desk.find(app.id);
    expect([kind, reason]).toEqual(['hold', 'impersonation']);
    const shown = await desk.show(number);
    expect(shown.note).toContain('Zenith Bank');
    expect(shown.allowed_actions).not.toContain('none');
    expect((await client.get(`/app/${app.id}/`)).status).toBe(404);
    expect((await client.get<Paged<App>>('/app/?search=Zen1th')).body.count).toBe(0);
    for (const part of ['views', 'statistics'])
      expect([part, (await ada.get(`/app/${app.id}/${part}/`)).status]).toEqual([part, 200]);
  });

  test('Keeps others from it, and its owner from listing it again', async () => {
    const app = await list('Paystack Official');
    expect(app.state).toBe('held');
    expect((await list('Pаystack Official', {}, eve)).name_id).toBeUndefined();
    expect((await list('Paystack  official')).name_id).toBeUndefined();
    expect(said(await ada.delete(`/app/${app.id}/`))).toBe(
      '403 This listing cannot be deleted while it is held, limited or removed. Deleting your account deletes it with everything else.',
    );
  });

  test('Is public at once under another name, and leaves no address behind that leads to it', async () => {
    const app = await list('Moniepoint App');
    expect([app.state, app.name_id]).toEqual(['held', 'moniepoint-app']);
    expect((await change(app, { name: 'Savanna Ledger' })).state).toBe('public');
    // Renamed back and forth, and with the address of the honest name.
    expect((await change(app, { name: 'Moniepoint App' })).state).toBe('held');
    expect((await change(app, { name: 'Savanna Books' })).state).toBe('public');
    expect((await client.page('/app/moniepoint-app')).status).toBe(404);
    const moved = await client.page('/app/savanna-ledger');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/app/savanna-books']);
  });

  test('Is held as well when a public listing takes it, with all that was typed', async () => {
    const app = await list('Harmattan Books');
    const changed = await change(app, { name: 'F1utterwave', description: 'Take payments.' });
    expect(changed).toMatchObject({ state: 'held', name: 'F1utterwave', description: 'Take payments.' });
    const { number } = await desk.find(app.id);
    expect((await change(app, { name: 'Flutterwave Pay' })).state).toBe('held');
    expect((await change(app, { name: 'Harmattan Books' })).state).toBe('public');
    expect((await desk.show(number)).events.at(-1)?.text).toContain('Released by rule');
    expect((await change(app, { name: 'Flutterwave' })).state).toBe('held');
    expect((await desk.find(app.id)).number).toBe(number);
  });

  test('Is let through by staff, and held again only for a new reason', async () => {
    const app = await list('Cowrywise Online');
    expect(app.state).toBe('held');
    expect((await release(app)).status).toBe(201);
    expect((await client.get<App>(`/app/${app.id}/`)).body.state).toBe('public');
    expect((await change(app, { description: 'A new text.' })).state).toBe('public');
    expect((await change(app, { name: 'Cowrywise App' })).state).toBe('held');
  });

  test('Stays held by a decision of staff, whatever its owner changes', async () => {
    const app = await list('Interswitch Official');
    const { number } = await desk.find(app.id);
    expect((await desk.decide(number, { action: 'hold' })).status).toBe(400);
    await release(app);
    const { body } = await client.as(staff).post('/desk/bulk/', {
      ...{ action: 'hold', policy: 'spam', public_reason: 'Spam.', owner_reason: 'Spam.' },
      listings: [app.id],
    });
    expect(body.error).toBeUndefined();
    await product.work();
    expect((await change(app, { name: 'Plain Name' })).state).toBe('held');
    expect((await ada.patch(`/app/${app.id}/`, { state: 'public' })).body.error).toBe(
      'Our staff decided the state of this listing, so its owner cannot change it.',
    );
  });

  test.each([
    ['Flutterwave', 'Support'],
    ['Zenith', 'Bank'],
    ['NaijaBuilt', 'Team'],
    ['Flutt\u200berwave', 'Official'],
  ])('Is refused as that of a person: %s %s', async (firstname, lastname) => {
    const person = await people.verified();
    const changed = await client.as(person).patch(`/user/${person.id}/`, { firstname, lastname });
    const sentence = /^This name looks like .*, which is reserved. If it is yours, write to us\.$/;
    expect([changed.status, changed.body.fields]).toEqual([
      400,
      { firstname: expect.stringMatching(sentence) as string },
    ]);
    const account = { firstname, lastname, email: 'x@example.com', password: 'correct horse battery' };
    expect((await client.post('/user/', account)).body.fields?.['firstname']).toMatch(sentence);
  });

  test('Is refused as a handle, and people may have names that only resemble one', async () => {
    const person = await people.verified();
    const update = (sent: object) => client.as(person).patch(`/user/${person.id}/`, sent);
    const refused = await update({ handle: 'flutterwave-support' });
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['handle']]);
    for (const sent of [
      { handle: 'fl0tterwave-support' },
      { firstname: 'Ọlá', lastname: 'Ṣóyínká' },
      { firstname: 'Ada', lastname: 'Zenith' },
    ])
      expect([sent, (await update(sent)).status]).toEqual([sent, 200]);
  });
});

describe('Lending and investing', () => {
  test.each([
    ['A loan app', { category: 'Finance', description: 'Borrow up to 50,000 naira.' }, 'held'],
    [
      'Instant loans of any category',
      { category: 'Utilities', description: 'Instant loans for all.' },
      'held',
    ],
    ['Sure returns', { category: 'Social Networking', description: 'Earn 30% weekly profit.' }, 'held'],
    [
      'A licensed lender',
      { category: 'Finance', description: 'Loans. FCCPC licence no. DML/2023/114.' },
      'public',
    ],
    ['A budget app', { category: 'Finance', description: 'Plan what you spend.' }, 'public'],
    ['A library', { category: 'Books', description: 'Borrow books from friends.' }, 'public'],
  ])('%s with %j is %s', async (name, facts, state) => {
    const app = await list(name, facts);
    expect([app.state, (await own(app)).state_clears.includes('licence number')]).toEqual([
      state,
      state === 'held',
    ]);
  });

  test('Ends with the licence number, and counts for a category that was merged into another', async () => {
    const app = await list('Quick Money', { category: 'Finance', description: 'Loans for all.' });
    expect(app.state).toBe('held');
    expect((await change(app, { description: 'Loans for all. CBN licence FC 0456.' })).state).toBe('public');
    const facts = { category: 'Finance', description: 'A savings plan with dividends.' };
    expect((await list('Slow Money', facts)).state).toBe('held');
    expect((await list('Other Money', { ...facts, category: 'Books' })).state).toBe('public');
    const admin = client.as(await people.staff('admin'));
    await admin.post('/desk/categories/finance/merge/', { version: 1, into: 'books' });
    await product.work();
    expect((await list('Late Money', { ...facts, category: 'Books' })).state).toBe('held');
  });

  test('Is held where a change brings it, and not where staff know it', async () => {
    const app = await list('Kobo Notes');
    expect((await change(app, { description: 'Instant loans in 5 minutes.' })).state).toBe('held');
    await release(app);
    expect((await change(app, { description: 'Instant loans in 9 minutes.' })).state).toBe('public');
  });
});

describe("A link on a rule's list", () => {
  const as = client.as(staff);
  const rule = (host: string, effect = 'hold') =>
    as.post('/desk/links/', { host, effect, reason: 'Malware.' });

  test('Is held with its subdomains, or refused', async () => {
    await rule('https://bit.ly/x');
    await rule('evil.ng', 'deny');
    expect((await list('Short Links', { website: 'https://go.bit.ly/abc' })).state).toBe('held');
    expect(said(await ada.post('/app/', form('Bad Links', { external_link: 'https://www.evil.ng/' })))).toBe(
      '400 Links to evil.ng are not allowed here.',
    );
    const app = await list('Good Links', { website: 'https://notbit.ly/' });
    expect(app.state).toBe('public');
    const changed = await change(app, { external_link: 'https://bit.ly/2' });
    expect([changed.state, (await own(app)).state_reason]).toEqual([
      'held',
      'It links to bit.ly, and we review every link to that site first.',
    ]);
    expect((await change(app, { external_link: 'https://good.ng' })).state).toBe('public');
  });

  test('Is looked at in a long description and in the notes of a release too', async () => {
    await rule('evil.ng', 'deny');
    await rule('cut.ly');
    const text = 'Free money at **[our site](https://www.evil.ng/x)**.';
    const refusal = '400 Links to evil.ng are not allowed here.';
    const app = await list('Quiet Links');
    const release = async (notes: string) =>
      await ada.post<Version>('/app/version/', { app: app.id, latest_feature: notes });
    expect(said(await ada.patch(`/app/${app.id}/`, { long_description: text }))).toBe(refusal);
    expect(said(await release(text))).toBe(refusal);
    const { body } = await release('Faster, see https://good.ng');
    expect(said(await ada.patch(`/app/version/${body.id}/`, { latest_feature: text }))).toBe(refusal);
    expect((await own(app)).state).toBe('public');
    expect((await release('See https://cut.ly/1')).status).toBe(201);
    expect((await own(app)).state).toBe('held');
  });

  test('Holds for the notes of a release until these change', async () => {
    await rule('notes.ly');
    const notes = 'See https://notes.ly/1';
    const app = await list('Noted Links');
    const { body } = await ada.post<Version>('/app/version/', { app: app.id, latest_feature: notes });
    expect((await change(app, { description: 'Another text.' })).state).toBe('held');
    const patch = async (sent: object) => await ada.patch(`/app/version/${body.id}/`, sent);
    expect((await patch({ latest_feature: 'Faster.' })).status).toBe(200);
    expect((await own(app)).state).toBe('public');
  });

  test('Leaves alone what had it before', async () => {
    const noted = await list('Old Notes');
    const sent = { app: noted.id, latest_feature: 'See https://tiny.one/a' };
    const { body } = await ada.post<Version>('/app/version/', sent);
    const app = await list('Old Short Link', { website: 'https://tiny.one/a' });
    await rule('tiny.one');
    expect((await change(app, { description: 'Another text.' })).state).toBe('public');
    expect((await change(app, { external_link: 'https://tiny.one/b' })).state).toBe('public');
    expect((await ada.patch(`/app/version/${body.id}/`, { version: '7.0' })).status).toBe(200);
    expect((await own(noted)).state).toBe('public');
  });
});

describe('A crowd', () => {
  const { client: visitor, clock, people: crowd } = limited;
  let count = 0;
  const stateOf = async (person: Person, address = `100.64.${String((count += 1))}.1`) => {
    const by = visitor.from(address).as(person);
    const { status, body } = await by.post<App>('/app/', form(`Crowd ${String((count += 1))}`));
    expect(status, body.error).toBe(201);
    return body.state;
  };

  test('Is the third listing of an account within a day, also of several at once', async () => {
    const [one, two] = [await crowd.verified(), await crowd.verified()];
    expect([await stateOf(one), await stateOf(one), await stateOf(one)]).toEqual([
      'public',
      'public',
      'held',
    ]);
    const atOnce = await Promise.all([1, 2, 3, 4].map(() => stateOf(two)));
    expect(atOnce.sort()).toEqual(['held', 'held', 'public', 'public']);
    clock.advance(24 * hour + minute);
    await crowd.logIn(one);
    expect(await stateOf(one)).toBe('public');
  });

  test('Is new accounts that list from one network, for a day', async () => {
    const named = { firstname: 'Ada', lastname: 'Obi' };
    const [one, two, three] = [
      await crowd.verified(named),
      await crowd.verified(named),
      await crowd.verified(named),
    ];
    expect(await stateOf(one, '203.0.113.7')).toBe('public');
    expect(await stateOf(two, '203.0.113.200')).toBe('held');
    expect(await stateOf(three, '198.51.100.7')).toBe('public');
    clock.advance(25 * hour);
    await crowd.logIn(two);
    expect(await stateOf(two, '203.0.113.7')).toBe('public');
  });
});
