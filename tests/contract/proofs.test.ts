// Proofs that an account controls what a listing links to, against other sites on this machine.
import { describe, expect, test } from 'vitest';
import type { Answerer, Reply } from '../harness/outside.ts';
import {
  day,
  hour,
  minute,
  second,
  startOutsideWorld,
  startProduct,
  type App,
  type Paged,
  type Person,
  type Product,
} from '../harness/product.ts';

type Proved = App & { proof: { name: string; checked_at: string } | null };

interface Proof {
  state: string;
  way: string | null;
  name: string;
  problem: string;
  is_owner: boolean;
  case: string | null;
  code_sent: boolean;
  token: string;
  ways: { way: string; copies: { label: string; text: string }[] }[];
}

const file = '/.well-known/naijabuilt.txt';
const outside = await startOutsideWorld();
const product = await startProduct({ outside });
const { client, clock, mailbox, people } = product;
const moderator = await people.staff('moderator');

let count = 0;
const towns = 'Abuja Benin Calabar Damaturu Enugu Funtua Gombe Hadejia Jos Kano'.split(' ');
/** Names that do not look alike: the name of a proved app keeps imitations out. */
const newName = () => `Busha in ${String(towns[Math.floor(count / 10)])} ${String(towns[count % 10])}`;

interface Listed {
  owner: Person;
  app: App;
  domain: string;
  token: string;
}

const proofOf = async (by: Person, { id }: App, on: Product = product) =>
  (await on.client.as(by).get<Proof>(`/app/${id}/proof/`)).body;

/** An app of a new person, whose website is a domain that nobody else has. */
async function list(
  more: { name?: string; website?: string; play?: string } = {},
  on = product,
): Promise<Listed> {
  count += 1;
  const owner = await on.people.verified();
  const domain = `busha${String(count)}.ng`;
  const { name = newName(), website = `https://www.${domain}/`, play } = more;
  const sent = {
    name,
    website,
    description: 'Buys and sells coins.',
    ...(play !== undefined && { playstore_link: `https://play.google.com/store/apps/details?id=${play}` }),
  };
  const { status, body: app } = await on.client.as(owner).post<App>('/app/', sent);
  expect(status, app.error).toBe(201);
  return { owner, app, domain, token: (await proofOf(owner, app, on)).token };
}

/** Checks after the pause of a host. @returns the sentence of a refusal, or else the proof */
async function check(by: Person, { id }: App, form: object, on = product) {
  on.clock.advance(minute);
  const { body } = await on.client.as(by).post<Proof>(`/app/${id}/proof/`, form);
  return body.error ?? body;
}
const badgeOf = async ({ id }: App) => (await client.get<Proved>(`/app/${id}/`)).body.proof;
const stateOf = async (owner: Person, { id }: App) =>
  (await client.as(owner).get<App>(`/user/listings/${id}/`)).body.state;

/** Lists an app that is proved by a file. */
async function listProved(): Promise<Listed> {
  const listed = await list();
  outside.host(listed.domain, { [file]: listed.token });
  expect(await check(listed.owner, listed.app, { way: 'file' })).toMatchObject({ state: 'proved' });
  return listed;
}

async function later(ms: number, ...present: Person[]): Promise<void> {
  clock.advance(ms);
  await product.work();
  for (const person of present) await people.logIn(person);
}

async function block({ app }: Listed, action: 'block' | 'free') {
  const form = { action, reason: 'The domain was sold to somebody else.' };
  const { status } = await client.as(moderator).post(`/desk/listings/${app.name_id}/proof/`, form);
  expect(status).toBe(200);
}

const playPage = (play: string, developer: string): Record<string, Reply> => ({
  [`/store/apps/details?id=${play}&hl=en`]: `<a href="mailto:${developer}?subject=x">Mail</a>`,
});

describe('A proof', () => {
  test('By a file on the website shows a badge with the domain and the day', async () => {
    const { app, domain } = await listProved();
    const other = await list();
    expect(await badgeOf(app)).toEqual({
      name: domain,
      checked_at: expect.stringContaining('2026-03-02') as string,
    });
    const page = await client.page(`/app/${app.name_id}`);
    expect(page.text).toContain(`Owner of ${domain}, checked 2 Mar 2026`);
    expect(await (await client.fetch(`/badge/${app.name_id}.svg`)).text()).toContain('Verified</text>');
    const proved = (await client.get<Paged<App>>('/app/?proved=yes')).body.results.map(({ id }) => id);
    expect([proved.includes(app.id), proved.includes(other.app.id)]).toEqual([true, false]);
  });

  test('By a DNS record takes the token of this app alone', async () => {
    const [listed, other] = [await list(), await list()];
    const { owner, app, domain, token } = listed;
    outside.texts(`_naijabuilt.${domain}`, ['v=spf1 -all', other.token]);
    expect(await check(owner, app, { way: 'dns' })).toContain('not the token of this app');
    outside.texts(`_naijabuilt.${domain}`, ['v=spf1 -all', token]);
    expect(await check(owner, app, { way: 'dns' })).toMatchObject({
      state: 'proved',
      way: 'dns',
      name: domain,
    });
  });

  test('By a file in a repository that links to the listing names the repository', async () => {
    const { owner, app, domain, token } = await list();
    outside.host('raw.githubusercontent.com', { [`/busha/app/HEAD${file}`]: token });
    outside.host('github.com', { '/busha/app': `<a href="https://${domain}/">Website</a>` });
    const form = { way: 'repository', repository: 'https://github.com/busha/app.git' };
    expect(await check(owner, app, form)).toMatchObject({ state: 'proved', name: 'github.com/busha/app' });
  });

  test('By a code goes to the address of the Play listing, and holds nothing that was typed here', async () => {
    const { owner, app } = await list({ play: 'co.busha.store', name: 'Prize at evil.ng' });
    outside.host('play.google.com', {
      '/store/apps/details?id=co.busha.store&hl=en':
        '<p>Great! href="mailto:reviewer@evil.ng"</p><a href="mailto:dev@busha.ng?subject=Busha">Mail</a>',
    });
    expect(await check(owner, app, { way: 'store' })).toMatchObject({ state: 'none', code_sent: true });
    const { text, raw, code } = await mailbox.newest('dev@busha.ng');
    expect(text).toContain('co.busha.store');
    expect(raw).not.toMatch(/prize|evil/i);
    expect(await mailbox.to('reviewer@evil.ng')).toEqual([]);
    const enter = (entered: string) => check(owner, app, { way: 'store', code: entered });
    expect(await enter('ACDEFGHJ')).toBe('That is not the code we mailed.');
    expect(await enter(code)).toMatchObject({ state: 'proved', name: 'co.busha.store' });
    expect(await enter(code)).toContain('expired');
  });

  test('Has a code that is over after 30 minutes, and after five tries', async () => {
    const { owner, app } = await list({ play: 'co.busha.late' });
    outside.host('play.google.com', playPage('co.busha.late', 'late@busha.ng'));
    await check(owner, app, { way: 'store' });
    const first = await mailbox.code('late@busha.ng');
    clock.advance(30 * minute);
    expect(await check(owner, app, { way: 'store', code: first })).toContain('expired');
    await check(owner, app, { way: 'store' });
    const second_ = await mailbox.code('late@busha.ng');
    for (let tries = 0; tries < 5; tries += 1) await check(owner, app, { way: 'store', code: 'ACDEFGHJ' });
    expect(await check(owner, app, { way: 'store', code: second_ })).toContain('tried too often');
  });

  test('Counts a shared host as a whole', async () => {
    const { owner, app } = await list({ website: 'https://busha.vercel.app/' });
    const { ways } = await proofOf(owner, app);
    expect(ways.find(({ way }) => way === 'file')?.copies[0]?.text).toBe(`https://busha.vercel.app${file}`);
  });

  test('Is for logged-in and verified people', async () => {
    const { app } = await list();
    const path = `/app/${app.id}/proof/`;
    expect((await client.get(path)).status).toBe(401);
    expect((await client.post(path, { way: 'file' })).status).toBe(401);
    const unverified = client.as(await people.unverified());
    expect((await unverified.post(path, { way: 'file' })).status).toBe(403);
    const wrong = await client.as(await people.verified()).post(path, { way: 'magic' });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'Choose one of the five ways.']);
  });
});

describe('A tag', async () => {
  const { owner, app, domain, token } = await list();
  const lookAt = async (page: string) => {
    outside.host(`www.${domain}`, { '/': page });
    return await check(owner, app, { way: 'meta' });
  };
  const tag = `<meta name="naijabuilt-verification" content="${token}">`;

  test.each([
    ['in the head', `<html><head><title>Busha</title>${tag}</head></html>`],
    ['without a head', `${tag}<p>Busha`],
    ['behind many others', '<meta name="x" content="y">'.repeat(600) + tag],
    ['in capitals, without quotes', `<META\nNAME=naijabuilt-verification data-x="a>b" content=${token}>`],
    ['beside the tag of another app', `<meta name="naijabuilt-verification" content="other">${tag}`],
  ])('Is taken %s', async (_where, page) => {
    expect(await lookAt(page)).toMatchObject({ state: 'proved', way: 'meta', name: domain });
  });

  const elements = 'title textarea style script xmp iframe noembed noframes noscript template svg math'.split(
    ' ',
  );
  test.each([
    ...elements.map((element) => [`in <${element}>`, `<${element}>${tag}</${element}>`]),
    ['in <svg> and <title>', `<svg><title>${tag}</title></svg>`],
    ['behind <plaintext>', `<plaintext>${tag}`],
    ['behind a script that nothing closes', `<script>${tag}`],
    ['in a comment', `<!-- ${tag} -->`],
    ['in a comment that nothing closes', `<!-- ${tag}`],
    ['in the text for a picture', `<img alt='${tag}'>`],
    ['in a page within the page', `<iframe srcdoc='${tag}'></iframe>`],
    ['as a text', tag.replace('<', '&lt;')],
    ['under another name', tag.replace('name=', 'name="description" name=')],
    ['with another property', tag.replace('name=', 'property=')],
  ])('Is not taken %s', async (_where, page) => {
    expect(await lookAt(page)).toContain('has no tag named');
  });

  test('Is not taken from a page below a front page, which others may share', async () => {
    const below = await list({ website: 'https://sites.busha.ng/view/busha' });
    expect(await check(below.owner, below.app, { way: 'meta' })).toContain('which others may share');
  });
});

describe('A refusal', async () => {
  const { owner, app, domain, token } = await list();
  const www = `www.${domain}`;
  const raw = 'raw.githubusercontent.com';

  test.each<[form: string, host: string, answer: Answerer | Record<string, Reply>, sentence: string]>([
    ['file', '', {}, 'the name has no address'],
    ['file', domain, {}, 'There is no file at'],
    ['file', domain, { [file]: 'naijabuilt-none' }, 'token is not in it'],
    ['file', domain, { [file]: `naijabuilt-${'0'.repeat(32)}` }, 'belongs to another app or account'],
    ['file', domain, { [file]: `<!doctype html><html>${token}` }, 'shows a web page'],
    ['file', domain, { [file]: 'x'.repeat(70_000) }, 'sent a file that is too large'],
    ['file', domain, { [file]: { status: 403 } }, 'the error 403'],
    [
      'file',
      domain,
      { [file]: { status: 302, location: 'https://other-site.ng/' } },
      'which is another domain',
    ],
    ['meta', www, { '/': '<p>No tag</p>' }, 'has no tag named'],
    ['meta', www, { '/': '<meta name="naijabuilt-verification" content="x">' }, 'not the token of this app'],
    ['meta', www, { '/': { type: 'image/png' } }, 'is not a web page'],
    ['dns', '', {}, 'There is no TXT record'],
    ['repository', '', {}, 'Give the repository'],
    ['repository busha/none', raw, {}, 'has no file'],
    ['repository busha/wrong', raw, { [`/busha/wrong/HEAD${file}`]: 'x' }, 'does not hold the token'],
    ['repository busha/fork', raw, { [`/busha/fork/HEAD${file}`]: token }, 'links to'],
    ['store', '', {}, 'has no link to Google Play'],
  ])('Of %s, where %s answers %j, says what is wrong', async (form, host, answer, sentence) => {
    if (host !== '') outside.host(host, answer);
    outside.host('other-site.ng', { '/': token });
    outside.host('github.com', { '/busha/fork': 'Nothing here' });
    const [way, repository] = form.split(' ');
    const said = await check(owner, app, { way, repository });
    expect(said).toContain(sentence);
    expect(said).toMatch(/^[A-Z\d][^\n]+\.$/i);
  });

  test('Is given for a repository of another owner, to which the one that was named redirects', async () => {
    outside.host(raw, { [`/busha/moved/HEAD${file}`]: token });
    const page = `<a href="https://${domain}/">Website</a>`;
    outside.host('github.com', {
      '/busha/moved': { status: 301, location: '/evil/moved' },
      '/evil/moved': page,
    });
    const said = await check(owner, app, { way: 'repository', repository: 'busha/moved' });
    expect(said).toContain('no public repository github.com/busha/moved');
  });
});

describe('A proof that stands', () => {
  test('Lapses at the third failure, with a mail for each, and comes back by itself', async () => {
    const { owner, app, domain, token } = await listProved();
    outside.host(domain, {});
    const seen: (string | boolean)[] = [];
    for (const ms of [30 * day, day, day]) {
      await later(ms, owner);
      seen.push((await proofOf(owner, app)).state, (await badgeOf(app)) !== null);
    }
    expect(seen).toEqual(['failing', true, 'failing', true, 'lapsed', false]);
    outside.host(domain, { [file]: token });
    await later(day, owner);
    expect(await badgeOf(app)).toMatchObject({ name: domain });
    const subjects = (await mailbox.to(owner.email)).map(({ subject }) => subject.replace(/^\w+: /, ''));
    expect(subjects.filter((subject) => subject.includes(app.name))).toEqual([
      `we can no longer find the proof for ${app.name}`,
      `we can no longer find the proof for ${app.name}`,
      `the badge of ${app.name} is gone`,
      `the badge of ${app.name} is back`,
    ]);
  });

  test('Outlives name servers that fail once, and not those that fail for good', async () => {
    const { owner, app, domain } = await listProved();
    const answers = outside.failNames(domain);
    await later(30 * day, owner);
    answers();
    await later(hour);
    expect((await proofOf(owner, app)).state).toBe('proved');
    const answersAgain = outside.failNames(domain);
    await later(30 * day);
    for (let looks = 0; looks < 3; looks += 1) await later(day);
    answersAgain();
    await people.logIn(owner);
    expect((await proofOf(owner, app)).state).toBe('lapsed');
    expect(await badgeOf(app)).toBeNull();
  });

  test('Stays blocked once staff have blocked it, until they free it', async () => {
    const listed = await listProved();
    const { owner, app } = listed;
    await later(0, moderator);
    await block(listed, 'block');
    expect(await badgeOf(app)).toBeNull();
    expect((await mailbox.newest(owner.email)).text).toContain('The domain was sold to somebody else.');
    expect(await check(owner, app, { way: 'file' })).toContain('do not accept');
    await later(31 * day, owner, moderator);
    expect(await badgeOf(app)).toBeNull();
    await block(listed, 'free');
    expect(await check(owner, app, { way: 'file' })).toMatchObject({ state: 'proved' });
  });

  test('Is not freed by a code that is asked for while staff block it', async () => {
    const listed = await list({ play: 'co.busha.raced' });
    await later(0, moderator);
    outside.host('play.google.com', (_request, response) => {
      void block(listed, 'block').then(() => response.end('<a href="mailto:raced@busha.ng">Mail</a>'));
    });
    expect(await check(listed.owner, listed.app, { way: 'store' })).toContain('do not accept');
    outside.host('play.google.com', {});
    expect(await mailbox.to('raced@busha.ng')).toEqual([]);
    expect((await proofOf(listed.owner, listed.app)).state).toBe('blocked');
  });

  test('Goes with the website that it speaks of, also when that changes during a look', async () => {
    const [first, second_] = [await listProved(), await listProved()];
    const change = ({ owner, app }: Listed) =>
      client.as(owner).patch(`/app/${app.id}/`, { website: 'https://bank.ng/' });
    expect((await change(first)).status).toBe(200);
    expect(await badgeOf(first.app)).toBeNull();
    outside.host(second_.domain, (_request, response) => {
      void change(second_).finally(() =>
        response.writeHead(200, { 'content-type': 'text/plain' }).end(second_.token),
      );
    });
    await later(29 * day);
    await people.logIn(second_.owner);
    await later(day + hour);
    expect((await client.get<App>(`/app/${second_.app.id}/`)).body.website).toBe('https://bank.ng');
    expect(await badgeOf(second_.app)).toBeNull();
  });
});

describe('A claim', () => {
  test('Of the real owner of somebody else’s listing shows no badge, and opens a case for staff', async () => {
    const { app, owner, domain, token } = await list();
    const claimant = await people.verified();
    const own = await proofOf(claimant, app);
    expect(own.token).not.toBe(token);
    outside.host(domain, { [file]: own.token });
    expect(await check(owner, app, { way: 'file' })).toContain('another app or account');
    const claim = await check(claimant, app, { way: 'file' });
    expect(claim).toMatchObject({ state: 'proved', is_owner: false, case: expect.any(String) as string });
    expect(await badgeOf(app)).toBeNull();
    await later(0, moderator);
    const found = await client.as(moderator).get(`/desk/cases/${(claim as Proof).case ?? ''}/`);
    expect(found.status).toBe(200);
    expect(JSON.stringify(found.body)).toContain(domain);
  });

  test('Is refused after five claims of a day, and a developer is mailed few codes', async () => {
    const limited = await startProduct({ outside, env: { RATE_LIMIT: 'on' } });
    const claimant = await limited.people.verified();
    const said: unknown[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const { app, domain } = await list({}, limited);
      outside.host(domain, { [file]: (await proofOf(claimant, app, limited)).token });
      const claim = await check(claimant, app, { way: 'file' }, limited);
      said.push(typeof claim === 'string' ? claim : claim.state);
    }
    expect(said).toEqual([
      ...Array<string>(5).fill('proved'),
      'You have claimed many apps today. Try again tomorrow.',
    ]);

    const { app } = await list({ play: 'co.busha.flooded' }, limited);
    outside.host('play.google.com', playPage('co.busha.flooded', 'flooded@busha.ng'));
    const mails = async () => (await limited.mailbox.to('flooded@busha.ng')).length;
    const sent: number[] = [];
    for (let account = 0; account < 4; account += 1) {
      const by = await limited.people.verified();
      for (let turn = 0; turn < 5; turn += 1) await check(by, app, { way: 'store' }, limited);
      sent.push(await mails());
    }
    expect(sent).toEqual([4, 8, 12, 12]);
  });
});

describe('The hold of a name', () => {
  test('Ends with a proof of the domain of that name, and not of a look-alike', async () => {
    const { owner, app, token } = await list({ name: 'Kuda', website: 'https://kuda-login.ng/' });
    expect(app.state).toBe('held');
    outside.host('kuda-login.ng', { [file]: token });
    expect(await check(owner, app, { way: 'file' })).toMatchObject({ state: 'proved' });
    expect(await stateOf(owner, app)).toBe('held');
    await client.as(owner).patch(`/app/${app.id}/`, { website: 'https://kuda.com.ng/' });
    outside.host('kuda.com.ng', { [file]: token });
    expect(await check(owner, app, { way: 'file' })).toMatchObject({ state: 'proved' });
    expect(await stateOf(owner, app)).toBe('public');
  });

  test.each([
    ['a host below a domain', 'Flutterwave', 'https://flutterwave.evil.ng/'],
    ['a shared host', 'Paystack', 'https://paystack.vercel.app/'],
  ])('Stays with a proof of %s, whose first word anybody can choose', async (_what, name, website) => {
    const { owner, app, token } = await list({ name, website });
    expect(app.state).toBe('held');
    const tag = `<meta name="naijabuilt-verification" content="${token}">`;
    outside.host(new URL(website).hostname, { '/': tag });
    expect(await check(owner, app, { way: 'meta' })).toMatchObject({ state: 'proved' });
    expect(await stateOf(owner, app)).toBe('held');
  });

  test('Stays with a proof of an app at Google Play, whose id anybody can choose', async () => {
    const { owner, app } = await list({ name: 'Interswitch', play: 'interswitch.ng' });
    expect(app.state).toBe('held');
    outside.host('play.google.com', playPage('interswitch.ng', 'dev@evil.ng'));
    await check(owner, app, { way: 'store' });
    const code = await mailbox.code('dev@evil.ng');
    expect(await check(owner, app, { way: 'store', code })).toMatchObject({ state: 'proved' });
    expect(await stateOf(owner, app)).toBe('held');
  });
});

test('A site that was asked just now is asked again after five seconds', async () => {
  const { owner, app, domain } = await list();
  outside.host(domain, {});
  await check(owner, app, { way: 'file' });
  const by = client.as(owner);
  const { status, body, headers } = await by.post(`/app/${app.id}/proof/`, { way: 'file' });
  const sentence = `${domain} was asked less than 5 seconds ago. Try again in a few seconds.`;
  expect([status, body.error, headers.get('retry-after')]).toEqual([429, sentence, '5']);
  clock.advance(5 * second);
  expect((await by.post(`/app/${app.id}/proof/`, { way: 'file' })).status).toBe(400);
});
