// The rules that staff keep at the desk: reserved names, rules of links, and restrictions of addresses, networks and
// accounts.
import { describe, expect, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import { minute, password, startProduct, type App, type Person } from '../harness/product.ts';

const product = await startProduct();
const { client, clock, people } = product;
const staff = await people.staff('moderator');
const as = client.as(staff);
const owner = await people.verified();

interface Rule {
  id: string;
  name: string;
  reach: string;
  note: string;
  allowed: string[];
  host: string;
  pattern: string;
  effect: string;
  reason: string;
  until: string | null;
}
interface Rules {
  results: Rule[];
  count: number;
}
const drop = (kind: string, { id }: Pick<Rule, 'id'>, by = as) => by.delete(`/desk/${kind}/${id}/`);
const form = (name: string) => ({ name, description: 'It does one thing.', website: 'https://one.ng' });
const list = (name: string, by = owner) => client.as(by).post<App>('/app/', form(name));
const stateOf = async (name: string, by = owner) => (await list(name, by)).body.state;

describe('Reserved names', () => {
  const add = (sent: object) => as.post<Rule>('/desk/names/', sent);

  test('Are added, found by their look, changed and removed', async () => {
    const added = await add({ name: 'Zuma Rock', note: 'A bank.' });
    const expected = { name: 'Zuma Rock', reach: 'near', note: 'A bank.', allowed: [] };
    expect([added.status, added.body]).toEqual([201, expect.objectContaining(expected)]);
    const again = await add({ name: 'ZUMA  rock' });
    expect([again.status, again.body.fields]).toEqual([400, { name: 'This name is already reserved.' }]);
    const { id } = added.body;
    expect((await as.get<Rules>('/desk/names/?q=zumar0ck')).body).toMatchObject({
      results: [{ id }],
      count: 1,
    });
    const changed = await as.patch<Rule>(`/desk/names/${id}/`, { name: 'Zuma Peak' });
    expect(changed.body).toMatchObject({ name: 'Zuma Peak', note: 'A bank.' });
    expect([await stateOf('Zuma Rock'), await stateOf('Zuma Peaak')]).toEqual(['public', 'held']);
    await as.patch(`/desk/names/${id}/`, { reach: 'exact' });
    expect([await stateOf('Zuma Peaaks'), await stateOf('Zuma P3ak')]).toEqual(['public', 'held']);
    expect((await drop('names', { id })).status).toBe(200);
    for (const gone of [id, 'nonsense']) expect((await drop('names', { id: gone })).status).toBe(404);
    expect(await stateOf('Zuma Peaks')).toBe('public');
  });

  test('Are free to the accounts that staff name, and to nobody else', async () => {
    const { body: rule } = await add({ name: 'Harmattan Pay', allowed: [owner.id] });
    expect(rule.allowed).toEqual([owner.id]);
    const { body: app } = await list('Harmattan Pay App');
    expect(app.state).toBe('public');
    expect(await stateOf('Hàrmattan P4y', await people.verified())).toBe('held');
    for (const allowed of [rule.id, 'a NUL \0']) {
      const unknown = await as.patch(`/desk/names/${rule.id}/`, { allowed: [allowed] });
      expect(unknown.body.fields).toEqual({ allowed: 'One of the accounts does not exist.' });
    }
    await as.patch(`/desk/names/${rule.id}/`, { allowed: [] });
    const renamed = await client.as(owner).patch<App>(`/app/${app.id}/`, { name: 'Harmattan Pay' });
    expect(renamed.body.state).toBe('held');
  });

  test('Of well-known brands are there from the first start, and stay removed', async () => {
    expect((await as.get<Rules>('/desk/names/')).body.count).toBeGreaterThan(150);
    const find = async () =>
      (await as.get<Rules>('/desk/names/?q=kuda')).body.results.filter(({ name }) => name === 'Kuda');
    const [kuda] = await find();
    await drop('names', kuda ?? { id: '' });
    await product.restart();
    expect([await find(), await stateOf('Kuda Bank App')]).toEqual([[], 'public']);
    expect(await stateOf('Moniepoint NG')).toBe('held');
  });
});

test('Rules of links are added, changed and removed', async () => {
  const add = (host: string) => as.post<Rule>('/desk/links/', { host, reason: 'Spam.' });
  const { body } = await add('WWW.Spam.Example.com');
  expect(body).toMatchObject({ host: 'www.spam.example.com', effect: 'hold', reason: 'Spam.' });
  expect((await add('www.spam.example.com')).body.fields).toEqual({
    host: 'There is already a rule for this host. Change that one.',
  });
  for (const host of ['localhost', '127.0.0.1', 'no host', ''])
    expect([host, (await add(host)).body.fields]).toEqual([host, { host: 'Enter a host such as bit.ly.' }]);
  const changed = await as.patch<Rule>(`/desk/links/${body.id}/`, { effect: 'deny' });
  expect(changed.body).toMatchObject({ effect: 'deny', reason: 'Spam.' });
  expect((await as.get<Rules>('/desk/links/?q=spam')).body.results.map(({ host }) => host)).toEqual([
    body.host,
  ]);
  expect([(await drop('links', body)).status, (await drop('links', body)).status]).toEqual([200, 404]);
});

describe('Restrictions', () => {
  const restrict = (facts: object) => as.post<Rule>('/desk/restrictions/', { reason: 'Spam.', ...facts });
  const email = 'Enter an address, or a pattern such as *@mail.example or promo*@mail.example.';
  const network = 'Enter an address, or a network such as 203.0.113.0/24, with at least /8, or /16 for IPv6.';

  test.each([
    [{ kind: 'email', pattern: 'no address' }, 'pattern', email],
    [{ kind: 'email', pattern: '*@*' }, 'pattern', email],
    [{ kind: 'network', pattern: '0.0.0.0/0' }, 'pattern', network],
    [{ kind: 'network', pattern: '10.0.0.0/7' }, 'pattern', network],
    [{ kind: 'network', pattern: '::/0' }, 'pattern', network],
    [{ kind: 'network', pattern: '999.1.1.1' }, 'pattern', network],
    [{ kind: 'account', pattern: 'somebody' }, 'pattern', 'Enter the id of an account.'],
    [{ kind: 'account', pattern: staff.id }, 'pattern', 'You cannot restrict yourself.'],
    [
      { kind: 'network', pattern: '192.0.2.1', action: 'sign-up', effect: 'hold' },
      'effect',
      'Only publishing can be held. Choose deny.',
    ],
    [{ pattern: '192.0.2.1', until: 'tomorrow' }, 'until', 'Enter the end as a date and a time.'],
    [{ pattern: '192.0.2.1', reason: '' }, 'reason', 'Give a reason, which only staff read.'],
  ])('Refuse %j', async (facts, field, sentence) => {
    const { status, body } = await restrict({ kind: 'network', action: 'publish', ...facts });
    expect([status, body.fields]).toEqual([400, { [field]: sentence }]);
  });

  test('Keep addresses and networks from signing up, and nobody else', async () => {
    const signUp = async (address: string, by = client) =>
      (await by.post('/user/', { firstname: 'Ada', lastname: 'Obi', email: address, password })).status;
    const made = [];
    for (const [kind, pattern, stored] of [
      ['email', '*@Trash.Example.com', '*@trash.example.com'],
      ['email', '*@*.trash2.example.com', '*@*.trash2.example.com'],
      ['email', 'promo*@example.net', 'promo*@example.net'],
      ['email', 'e.v.e@gmail.com', 'eve@gmail.com'],
      ['network', '203.0.113.9/24', '203.0.113.0/24'],
      ['network', '2001:db8:1::/48', '2001:db8:1:0:0:0:0:0/48'],
    ] as const) {
      const { status, body } = await restrict({ kind, pattern, action: 'sign-up' });
      expect([status, body.pattern]).toEqual([201, stored]);
      made.push(body);
    }
    for (const [address, status] of [
      ['a@trash.example.com', 403],
      ['A@TRASH.example.com', 403],
      ['a@b.trash2.example.com', 403],
      ['promo77@example.net', 403],
      ['ev.e+1@gmail.com', 403],
      ['a@notrash.example.com', 201],
      ['a@trash2.example.com', 201],
      ['pro@example.net', 201],
      ['adam@gmail.com', 201],
    ] as const)
      expect([address, await signUp(address)]).toEqual([address, status]);
    for (const [address, status] of [
      ['203.0.113.254', 403],
      ['203.0.114.1', 201],
      ['2001:db8:1:5::1', 403],
      ['2001:db8:2:5::1', 201],
    ] as const)
      expect([address, await signUp('net@example.org', client.from(address))]).toEqual([address, status]);
    const twice = await restrict({ kind: 'network', pattern: '203.0.113.0/24', action: 'sign-up' });
    expect(twice.body.fields).toEqual({
      pattern: 'This action is already restricted here. Change that restriction instead.',
    });
    for (const one of made) expect((await drop('restrictions', one)).status).toBe(200);
    expect(await signUp('a2@trash.example.com')).toBe(201);
  });

  test('Keep an account from publishing anything, until they end', async () => {
    const eve = await people.verified();
    const by = client.as(eve);
    const { body: app } = await by.post<App>('/app/', { ...form('Before It'), screenshot: await picture() });
    const until = new Date(clock() + 10 * minute).toISOString();
    const { body: made } = await restrict({ kind: 'account', pattern: eve.id, action: 'publish', until });
    expect(made.until).toBe(until);
    const shot = await picture(300, 200);
    const publish = [
      () => by.post('/app/', form('After It')),
      () => by.patch(`/app/${app.id}/`, { description: 'Changed.' }),
      () => by.post('/app/version/', { app: app.id, latest_feature: 'New.' }),
      () => by.patch(`/app/version/${app.current_version.id}/`, { latest_feature: 'New.' }),
      () => by.patch(`/app/screenshot/${app.screenshot[0]?.id ?? ''}/update/`, { screenshots: shot }),
    ];
    const sentence =
      'This account cannot publish at the moment. If this is a mistake, write to hello@naijabuilt.example.';
    for (const one of publish) {
      const { status, body } = await one();
      expect([status, body.error]).toEqual([403, sentence]);
    }
    expect(await stateOf("Somebody else's")).toBe('public');
    clock.advance(10 * minute);
    for (const one of publish) expect((await one()).status).toBeLessThan(300);
  });

  test.each([
    ['account', ({ id }: Person) => id],
    ['email', ({ email }: Person) => email],
    ['email', ({ email }: Person) => `${email.slice(0, 6)}*${email.slice(email.indexOf('@'))}`],
  ])('Are changed and lifted by nobody whose %s they are about', async (kind, patternOf) => {
    const other = client.as(await people.staff('admin'));
    const facts = { kind, pattern: patternOf(staff), action: 'report', reason: 'Spam.' };
    const { body: made } = await other.post<Rule>('/desk/restrictions/', facts);
    const change = await as.patch(`/desk/restrictions/${made.id}/`, {
      until: new Date(clock()).toISOString(),
    });
    const sentence = 'This restriction is about you. Somebody else has to decide it.';
    for (const { status, body } of [change, await drop('restrictions', made)])
      expect([status, body.error]).toEqual([403, sentence]);
    expect((await other.delete(`/desk/restrictions/${made.id}/`)).status).toBe(200);
  });

  test('Are no means of a moderator against staff', async () => {
    const admin = await people.staff('admin');
    const moderator = client.as(await people.staff('moderator'));
    const facts = { action: 'publish', reason: 'Spam.' };
    for (const [kind, pattern] of [
      ['account', admin.id],
      ['email', admin.email.toUpperCase()],
      ['email', `*@${admin.email.slice(admin.email.indexOf('@') + 1)}`],
    ]) {
      const { status, body } = await moderator.post('/desk/restrictions/', { ...facts, kind, pattern });
      expect([kind, pattern, status, body.error]).toEqual([
        kind,
        pattern,
        403,
        'Only an admin may do this to a member of staff.',
      ]);
    }
    const other = client.as(await people.staff('admin'));
    const ofAdmin = { ...facts, kind: 'account', pattern: admin.id };
    const { body: made } = await other.post<Rule>('/desk/restrictions/', ofAdmin);
    expect((await drop('restrictions', made, moderator)).status).toBe(403);
    expect((await drop('restrictions', made, other)).status).toBe(200);
  });

  test('Hold every new app of an account that staff want to look at, whatever it is named', async () => {
    const eve = await people.verified();
    const { body: made } = await restrict({
      kind: 'account',
      pattern: eve.id,
      action: 'publish',
      effect: 'hold',
    });
    const { body: app } = await list('Looked At', eve);
    expect(app.state).toBe('held');
    const renamed = await client.as(eve).patch<App>(`/app/${app.id}/`, { name: 'Another Plain Name' });
    expect(renamed.body.state).toBe('held');
    const own = await client.as(eve).get<{ state_reason: string }>(`/user/listings/${app.id}/`);
    expect(own.body.state_reason).toBe('We review every app of this account before it is shown.');
    const changed = await as.patch<Rule>(`/desk/restrictions/${made.id}/`, { effect: 'deny' });
    expect(changed.body.effect).toBe('deny');
    expect((await list('Not Looked At', eve)).status).toBe(403);
  });

  test('Keep an account from contact details, links and its text, and not from its name', async () => {
    const eve: Person = await people.verified();
    await restrict({ kind: 'account', pattern: eve.id, action: 'contact' });
    for (const [change, status] of [
      [{ about_me: 'Visit https://spam.ng' }, 403],
      [{ address: 'Call 0800 SPAM' }, 403],
      [{ social_account_dict: JSON.stringify({ github: 'https://github.com/spam' }) }, 403],
      [{ firstname: 'Eve' }, 200],
    ] as const)
      expect([change, (await client.as(eve).patch(`/user/${eve.id}/`, change)).status]).toEqual([
        change,
        status,
      ]);
  });
});
