// Claims: somebody else proves to control what a listing links to, and staff give it to them, or block the proof.
import { describe, expect, test } from 'vitest';
import { deskOf, listApp, mailedPath, report, type Desk } from '../harness/desk.ts';
import { picture } from '../harness/pictures.ts';
import {
  minute,
  password,
  startOutsideWorld,
  startProduct,
  type App,
  type Paged,
  type Person,
  type TimelineEntry,
} from '../harness/product.ts';

const outside = await startOutsideWorld();
const product = await startProduct({ outside });
const { client, clock, mailbox, people } = product;
const [staff, other] = [await people.staff('moderator'), await people.staff('admin')];
const [desk, second] = [deskOf(product, staff), deskOf(product, other)];

interface Proof {
  token: string;
  state: string;
  problem: string;
  is_owner: boolean;
  case: string | null;
  case_state: string | null;
}
const proofOf = async (app: App, by: Person) =>
  (await client.as(by).get<Proof>(`/app/${app.id}/proof/`)).body;

interface Claim {
  app: App;
  owner: Person;
  claimant: Person;
  domain: string;
}
/** @returns the answer to a check of the file on the domain */
async function prove({ app, claimant, domain }: Omit<Claim, 'owner'>) {
  const { token } = await proofOf(app, claimant);
  outside.host(domain, { '/.well-known/naijabuilt.txt': token });
  clock.advance(minute);
  return await client.as(claimant).post<Proof>(`/app/${app.id}/proof/`, { way: 'file' });
}
/** No two of these look alike: a name that passes for that of a proved listing is held. */
const cities =
  'Abuja Benin Calabar Enugu Gombe Ibadan Kaduna Lokoja Minna Nnewi Onitsha Potiskum Sokoto Warri Zaria Uyo'.split(
    ' ',
  );
/** A listing whose domain another account has proved, and the case about it. */
async function claim(by?: Person): Promise<Claim & { number: string }> {
  const name = cities.shift() ?? '';
  const domain = `${name.toLowerCase()}.com.ng`;
  const [owner, claimant] = [await people.verified(), by ?? (await people.verified())];
  const facts = {
    name,
    description: 'Buys and sells coins.',
    website: `https://${domain}/`,
    logo: await picture(),
  };
  const { body: app } = await client.as(owner).post<App>('/app/', facts);
  const proved = await prove({ app, claimant, domain });
  expect([proved.status, proved.body.state, proved.body.is_owner]).toEqual([200, 'proved', false]);
  return { app, owner, claimant, domain, number: proved.body.case ?? '' };
}
const transfer = (number: string, claimant: Person | null, by: Desk = desk) =>
  by.decide(number, { action: 'transfer', policy: 'impersonation', claimant: claimant?.id });
const shown = async ({ id }: App) => (await client.get<App>(`/app/${id}/`)).body;
/** What is mailed about the decision, without the name of the site. */
const subjects = async ({ email }: Person) =>
  (await mailbox.to(email)).map(({ subject }) => subject.replace(/^\w+: /, ''));
async function appealAgainst(owner: Person, app: App): Promise<string> {
  const path = await mailedPath(mailbox, owner, '/appeal/');
  const message = 'I bought this domain from them last year.';
  expect((await client.post(`${path}/`, { message })).status).toBe(201);
  return (await desk.find(app.id, 'open', 'appeal')).number;
}

describe('A claimed listing', () => {
  test('Is given to who has proved it, with everything that belongs to it', async () => {
    const { app, claimant, domain, number, owner } = await claim();
    const fan = client.as(await people.verified());
    expect((await fan.put('/user/me/follows/', { subject: `app:${app.id}`, follow: true })).status).toBe(200);
    const before = await shown(app);
    const seen = await desk.show(number);
    expect(seen.allowed_actions).toContain('transfer');
    expect(seen.claims).toMatchObject([
      { account: { id: claimant.id, email: claimant.email }, name: domain, way: 'file', is_failing: false },
    ]);
    const { mails } = (await desk.preview(number, { action: 'transfer', claimant: claimant.id })).body;
    expect([mails.map(({ to }) => to), (await shown(app)).owner.id]).toEqual([
      [owner.email, claimant.email],
      owner.id,
    ]);
    const kept = await listApp(client.as(owner), {});
    expect((await transfer(number, claimant)).status).toBe(201);
    const { other_listings, other_listings_count } = await desk.show(number);
    expect([other_listings.map(({ id }) => id), other_listings_count]).toEqual([[kept.id], 1]);

    const after = await shown(app);
    expect(after.owner.id).toBe(claimant.id);
    const { name, name_id, logo, website, current_version, created_at } = before;
    expect(after).toMatchObject({ name, name_id, logo, website, current_version, created_at });
    const lines = async ({ id }: Person) =>
      (await client.get<Paged<TimelineEntry>>(`/timeline/?user=${id}`)).body.results.filter(
        ({ category }) => category === 'LIST_APP',
      ).length;
    expect([await lines(owner), await lines(claimant)]).toEqual([1, 1]);
    const proved = (await client.get<Paged<App>>('/app/?proved=yes')).body.results;
    expect(proved.map(({ id, owner: of }) => [id, of.id])).toContainEqual([app.id, claimant.id]);
    expect((await fan.get('/user/me/follows/')).body).toEqual({ subjects: [`app:${app.id}`] });
    expect((await subjects(owner)).at(-1)).toBe('your listing was given to its owner');
    expect((await subjects(claimant)).at(-1)).toBe(`the listing ${app.name} is yours`);
    const change = (by: Person) => client.as(by).patch(`/app/${app.id}/`, { description: 'Changed.' });
    expect([(await change(owner)).status, (await change(claimant)).status]).toEqual([403, 200]);
  });

  test('Shows no badge beside another website than the one that was proved', async () => {
    const { app, owner, claimant, number } = await claim();
    await client.as(owner).patch(`/app/${app.id}/`, { website: 'https://elsewhere.ng/' });
    expect((await transfer(number, claimant)).status).toBe(201);
    expect(await shown(app)).toMatchObject({ owner: { id: claimant.id }, proof: null });
  });

  test('Goes back on an appeal, which somebody else decides', async () => {
    const { app, claimant, number, owner } = await claim();
    await transfer(number, claimant);
    const appeal = await appealAgainst(owner, app);
    expect((await desk.decide(appeal, { action: 'restore' })).status).toBe(403);
    expect((await second.decide(appeal, { action: 'restore' })).status).toBe(201);
    expect((await shown(app)).owner.id).toBe(owner.id);
    const proved = (await client.get<Paged<App>>('/app/?proved=yes')).body.results.map(({ id }) => id);
    expect(proved).not.toContain(app.id);
    expect((await subjects(claimant)).at(-1)).toBe('a listing went back');
  });

  test('Stays where it is when the claim is refused, and who claimed it is told why', async () => {
    const { app, claimant, number, owner } = await claim();
    expect(await proofOf(app, claimant)).toMatchObject({ case: number, case_state: 'open', is_owner: false });
    const before = await subjects(owner);
    const public_reason = 'They sold the domain.';
    expect((await desk.decide(number, { action: 'none', public_reason })).status).toBe(201);
    expect([(await shown(app)).owner.id, await subjects(owner)]).toEqual([owner.id, before]);
    expect((await proofOf(app, claimant)).case_state).toBe('decided');
    const mail = await mailbox.newest(claimant.email);
    expect(mail.subject).toContain(`your claim to ${app.name} was decided`);
    for (const part of [public_reason, number]) expect(mail.text).toContain(part);
  });

  test('Goes to one of two who claim it, and the other is told', async () => {
    const { app, claimant, domain, number } = await claim();
    const rival = await people.verified();
    expect((await prove({ app, domain, claimant: rival })).body.case).toBe(number);
    expect((await transfer(number, rival)).status).toBe(201);
    expect((await shown(app)).owner.id).toBe(rival.id);
    expect((await subjects(claimant)).at(-1)).toBe(`your claim to ${app.name} was decided`);
  });

  test('Goes to nobody without a proof, and to no suspended account', async () => {
    const { app, claimant, domain, number, owner } = await claim();
    for (const nobody of [null, await people.verified(), owner])
      expect((await transfer(number, nobody)).status).toBe(400);
    const block = { action: 'block', reason: 'The domain was sold.', account: claimant.id };
    await client.as(staff).post(`/desk/listings/${app.name_id}/proof/`, block);
    expect((await transfer(number, claimant)).status).toBe(400);
    await client.as(staff).post(`/desk/listings/${app.name_id}/proof/`, { ...block, action: 'free' });
    expect((await prove({ app, claimant, domain })).body.state).toBe('proved');
    await people.prove(other);
    const suspend = { action: 'suspend', policy: 'spam', public_reason: 'Spam.', owner_reason: 'Spam.' };
    await client.as(other).post('/desk/bulk/', { ...suspend, account: claimant.id });
    expect((await transfer(number, claimant)).status).toBe(409);
    expect((await shown(app)).owner.id).toBe(owner.id);
  });

  test('Is not decided by staff who claim it, nor is the appeal against that', async () => {
    const { app, claimant, domain, number, owner } = await claim(other);
    expect((await second.show(number)).allowed_actions).toEqual([]);
    const sentence = 'You claim the listing yourself, or got it by a claim. Somebody else has to decide it.';
    expect((await transfer(number, claimant, second)).body.error).toBe(sentence);
    expect((await transfer(number, claimant)).status).toBe(201);
    const appeal = await appealAgainst(owner, app);
    await prove({ app, domain, claimant });
    expect((await second.decide(appeal, { action: 'none' })).status).toBe(403);
  });

  test.each([
    ['unlisted', 201, 'unlisted'],
    ['held', 201, 'public'],
    ['limited', 201, 'limited'],
    ['removed', 400, 'removed'],
  ] as const)('That is %s is answered with %d, and is %s then', async (state, status, after) => {
    const { app, claimant, number, owner } = await claim();
    if (state === 'unlisted') await client.as(owner).patch(`/app/${app.id}/`, { state });
    else {
      await people.prove(staff);
      const action = { held: 'hold', limited: 'limit', removed: 'remove' }[state];
      const form = {
        action,
        policy: 'spam',
        public_reason: 'Spam.',
        owner_reason: 'Spam.',
        listings: [app.id],
      };
      await client.as(staff).post('/desk/bulk/', form);
      await product.work();
    }
    expect((await transfer(number, claimant)).status).toBe(status);
    const by = status === 201 ? claimant : owner;
    expect((await client.as(by).get<App>(`/user/listings/${app.id}/`)).body.state).toBe(after);
  });
});

describe('Questions about a transferred listing', () => {
  /** Reports wrong facts of its release, which its owner is asked about. @returns the page to answer on */
  async function ask(app: App, owner: Person): Promise<string> {
    const about = `release:${app.current_version.id}`;
    await report(client.as(await people.verified()), about, { reason: 'facts' });
    return await mailedPath(mailbox, owner, '/answer/');
  }
  const answers = async (path: string) => [
    (await client.get(`/report${path}/`)).status,
    (await client.post(`/report${path}/`, { answer: 'mended' })).status,
  ];

  test('Come to staff, and who had the listing answers none any more', async () => {
    const { app, claimant, number, owner } = await claim();
    const path = await ask(app, owner);
    expect((await client.get(`/report${path}/`)).status).toBe(200);
    await transfer(number, claimant);
    const asked = await desk.show((await desk.find(app.current_version.id)).number);
    expect([asked.owner?.id, asked.waits_until]).toEqual([claimant.id, null]);
    expect(asked.events.find(({ event }) => event === 'returned')?.text).toContain('another owner');
    expect(await answers(path)).toEqual([404, 404]);
    // A question to the new owner has another address.
    await desk.decide(asked.number, { action: 'ask-owner' });
    const next = await mailedPath(mailbox, claimant, '/answer/');
    expect([next === path, await answers(path), await answers(next)]).toEqual([
      false,
      [404, 404],
      [200, 200],
    ]);
    // The case of the claim is about who had the listing.
    expect((await desk.show(number)).owner?.id).toBe(owner.id);
  });

  test('Go back with it', async () => {
    const { app, claimant, number, owner } = await claim();
    await transfer(number, claimant);
    const path = await ask(app, claimant);
    await second.decide(await appealAgainst(owner, app), { action: 'restore' });
    const asked = await desk.show((await desk.find(app.current_version.id)).number);
    expect([asked.owner?.id, await answers(path)]).toEqual([owner.id, [404, 404]]);
  });
});

describe('A proof at the desk', () => {
  interface Proofs {
    listing: { id: string; state: string };
    results: (Proof & { account: { id: string }; name: string })[];
  }
  const reason = 'The domain was sold to somebody else.';
  const list = async (app: App) =>
    (await client.as(staff).get<Proofs>(`/desk/listings/${app.name_id}/proofs/`)).body;
  const act = async (app: App, form: object, by = staff) =>
    (await client.as(by).post(`/desk/listings/${app.name_id}/proof/`, { reason, ...form })).status;

  test('Is that of the owner or of who claims the listing, and each is blocked and freed', async () => {
    const { app, claimant, domain, owner } = await claim();
    expect((await prove({ app, claimant: owner, domain })).body.state).toBe('proved');
    const states = async () => (await list(app)).results.map(({ is_owner, state }) => [is_owner, state]);
    expect((await list(app)).listing).toMatchObject({ id: app.id, state: 'public' });
    expect(await states()).toEqual([
      [true, 'proved'],
      [false, 'proved'],
    ]);
    expect(await act(app, { action: 'block', account: claimant.id })).toBe(200);
    expect((await list(app)).results[1]).toMatchObject({ state: 'blocked', problem: reason });
    expect((await mailbox.newest(claimant.email)).text).toContain(`/app/${app.name_id}/claim`);
    expect((await prove({ app, claimant, domain })).status).toBe(403);
    const mails = (await subjects(owner)).length;
    expect([await act(app, { action: 'block' }), await act(app, { action: 'block' })]).toEqual([200, 200]);
    expect(await subjects(owner)).toHaveLength(mails + 1);
    expect((await mailbox.newest(owner.email)).text).toContain(`/app/${app.name_id}/update/proof`);
    expect((await client.get<App & { proof: object | null }>(`/app/${app.id}/`)).body.proof).toBeNull();
    for (const account of [claimant.id, undefined])
      expect(await act(app, { action: 'free', account })).toBe(200);
    for (const person of [owner, claimant])
      expect((await prove({ app, claimant: person, domain })).body.state).toBe('proved');
  });

  test('Of oneself is not decided by staff, and there has to be one', async () => {
    const { app } = await claim(other);
    expect(await act(app, { action: 'block', account: other.id }, other)).toBe(403);
    for (const account of [(await people.verified()).id, 'a NUL \0'])
      expect(await act(app, { action: 'block', account })).toBe(404);
    expect((await client.as(staff).get('/desk/listings/nothing-here/proofs/')).status).toBe(404);
  });
});

describe('The name of a proved listing', () => {
  const list = async (name: string, by: Person, website = 'https://example.ng') =>
    (await client.as(by).post<App>('/app/', { name, description: 'An app.', website })).body;
  const stateOf = async (name: string) => (await list(name, await people.verified())).state;
  /** A listing that its owner has proved. */
  async function proved(name: string, domain: string): Promise<{ app: App; owner: Person }> {
    const owner = await people.verified();
    const app = await list(name, owner, `https://${domain}/`);
    expect((await prove({ app, claimant: owner, domain })).body.state).toBe('proved');
    return { app, owner };
  }

  test('Holds what passes for it, by somebody else, and refuses people who do', async () => {
    const { owner } = await proved('Harmatana', 'harmatana.ng');
    for (const name of ['Harmatana App', 'Harmattana Official', 'Harmat4na', 'Harmatanna Bank'])
      expect([name, await stateOf(name)]).toEqual([name, 'held']);
    expect((await list('Harmatana Shops', owner)).state).toBe('public');
    const eve = client.as(await people.verified());
    const { body: plain } = await eve.post<App>('/app/', {
      ...{ name: 'Dry Season', description: 'An app.', website: 'https://example.ng' },
    });
    await eve.patch(`/app/${plain.id}/`, { name: 'Harmatana Support' });
    expect(
      (await eve.get<{ state_reason: string }>(`/user/listings/${plain.id}/`)).body.state_reason,
    ).toContain('Harmatana');
    const signUp = { firstname: 'Harmatana', lastname: 'Support', email: 's@example.com', password };
    expect((await client.post('/user/', signUp)).status).toBe(400);
    const handle = (by: Person) => client.as(by).patch(`/user/${by.id}/`, { handle: 'harmatana-official' });
    expect([(await handle(await people.verified())).status, (await handle(owner)).status]).toEqual([
      400, 200,
    ]);
  });

  test('Reaches no further than its own look where the domain has another name', async () => {
    await proved('Palmwiner', 'drinks.ng');
    for (const [name, state] of [
      ['Palmwiner App', 'held'],
      ['Palmwiner Bank', 'public'],
      ['Palmwinner Two', 'public'],
    ] as const)
      expect([name, await stateOf(name)]).toEqual([name, state]);
  });

  test('Counts from a rename on, and as long as the listing has its proof and is there', async () => {
    const { app, owner } = await proved('Okadago', 'okadago.ng');
    await client.as(owner).patch(`/app/${app.id}/`, { name: 'Kekerush' });
    expect([await stateOf('Kekerush App'), await stateOf('Okadago App')]).toEqual(['held', 'public']);
    const block = { action: 'block', reason: 'The domain was sold.' };
    await client.as(staff).post(`/desk/listings/kekerush/proof/`, block);
    expect(await stateOf('Kekerush Nigeria')).toBe('public');
    const { app: gone, owner: other_ } = await proved('Ankaralux', 'ankaralux.ng');
    expect(await stateOf('Ankaralux App')).toBe('held');
    await client.as(other_).delete(`/app/${gone.id}/`);
    expect(await stateOf('Ankaralux Nigeria')).toBe('public');
  });

  test('Releases what is held for it, once who listed that has proved it', async () => {
    const eve = await people.verified();
    const imitation = await list('Kuda', eve, 'https://kuda.com/');
    expect(imitation.state).toBe('held');
    const { body } = await prove({ app: imitation, claimant: eve, domain: 'kuda.com' });
    expect([body.state, (await shown(imitation)).state]).toEqual(['proved', 'public']);
  });
});
