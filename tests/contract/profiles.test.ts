// Profiles: their fields, names, contact details, short addresses, and whether somebody is open to work.
import { describe, expect, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import {
  day,
  startProduct,
  type App,
  type Client,
  type Person,
  type TimelineEntry,
  type User,
} from '../harness/product.ts';

const product = await startProduct();
const { client, clock, mailbox, people } = product;
const person = await people.verified();
const ada = client.as(person);

type Own = User & Record<string, unknown>;
const change = (more: object, by: Client = ada, id = person.id) => by.patch<Own>(`/user/${id}/`, more);
const shown = async (id = person.id) => (await client.get<Own>(`/user/${id}/`)).body;
const unsaid = async (more: object, fields: object) => {
  const before = await shown();
  const { status, body } = await change(more);
  expect([status, body.fields]).toEqual([400, fields]);
  expect(await shown()).toEqual(before);
};

describe('The fields of a profile', () => {
  test('Are changed where they are sent, and all others stay', async () => {
    const before = (await ada.get<Own>('/user/me/')).body;
    const { status, body } = await change({
      firstname: ' Adaeze ',
      lastname: 'Obi-Nwosu',
      about_me: 'I build\r\nthings.',
      phone_no: '0803 123 4567',
      country: 'Nigeria',
      country_code: 'ng',
      address: '12 Allen Avenue, Ikeja',
      tags: 'Go, TypeScript,go',
      social_account_dict: JSON.stringify({
        github: 'github.com/ada',
        tiktok: '',
        twitter: '@ada',
        medium: 'ada_obi',
      }),
      dp: await picture(300, 200),
      nonsense: 'ignored',
      email: 'ignored@example.com',
      is_verified: 'false',
    });
    expect(status, body.error).toBe(200);
    const { dp, ...rest } = body;
    expect(rest).toEqual({
      ...Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'dp')),
      firstname: 'Adaeze',
      lastname: 'Obi-Nwosu',
      name: 'Adaeze Obi-Nwosu',
      about_me: 'I build\nthings.',
      phone_no: '+2348031234567',
      country: 'Nigeria',
      country_code: 'NG',
      address: '12 Allen Avenue, Ikeja',
      tags: ['go', 'TypeScript'],
      social_account_dict: {
        github: 'https://github.com/ada',
        twitter: 'https://x.com/ada',
        medium: 'https://medium.com/@ada_obi',
      },
    });
    expect((await client.fetch(dp ?? '')).headers.get('content-type')).toMatch(/^image\//);
    expect(await shown()).toMatchObject({ name: 'Adaeze Obi-Nwosu', dp });
  });

  test('Show a new name at once on pages that were kept before, and in the next access token', async () => {
    const facts = { name: 'Hers', description: 'Shown.', website: 'https://myapp.ng' };
    const { body: app } = await ada.post<App>('/app/', facts);
    const pages = ['/', `/app/${app.name_id}`, `/user/${person.id}`];
    for (const path of pages) await client.page(path);
    await change({ firstname: 'Zainab' });
    for (const path of pages) {
      const { html } = await client.page(path);
      expect([path, html.includes('Zainab Obi-Nwosu'), html.includes('Adaeze')]).toEqual([path, true, false]);
    }
    await people.logIn(person);
    const claims = Buffer.from(person.access.split('.')[1] ?? '', 'base64url').toString();
    expect(JSON.parse(claims)).toMatchObject({ firstname: 'Zainab' });
  });

  test('Are changed by their owner alone, who need not be verified', async () => {
    const before = await shown();
    const other = client.as(await people.verified());
    expect((await change({ about_me: 'Taken over' }, other)).status).toBe(403);
    const { status, body } = await change({ about_me: 'Taken over' }, client);
    expect([status, body.error]).toEqual([401, 'Kindly login to proceed']);
    expect((await change({ about_me: 'x' }, ada, 'undefined')).status).toBe(404);
    expect(await shown()).toEqual(before);
    const early = await people.unverified();
    expect((await change({ about_me: 'Soon.' }, client.as(early), early.id)).status).toBe(200);
    expect((await client.get(`/user/${early.id}/`)).status).toBe(404);
  });

  test('Change social links one by one', async () => {
    const links = async (of: object) => {
      const { status, body } = await change({ social_account_changes: JSON.stringify(of) });
      return status === 200 ? body.social_account_dict : body.fields;
    };
    const [github, medium] = ['https://github.com/ada', 'https://ada.medium.com'];
    await change({ social_account_dict: JSON.stringify({ github, medium }) });
    expect(await links({ tiktok: 'tiktok.com/@ada', medium: '' })).toEqual({
      github,
      tiktok: 'https://tiktok.com/@ada',
    });
    const four = {
      linkedin: 'linkedin.com/in/a',
      twitter: 'x.com/a',
      youtube: 'youtube.com/a',
      facebook: 'facebook.com/a',
    };
    expect(await links(four)).toEqual({ social_account_changes: 'Use 5 social links at most.' });
    expect(Object.keys((await links({ ...four, tiktok: '' })) ?? {})).toHaveLength(5);
  });

  const json = 'Send the social links as JSON: an object from network name to address.';
  const foreign = 'Enter the address of a page on github.com.';
  const letters = "Use 3 to 30 of the letters a to z, digits and '-'.";
  test.each<[string, string, string]>([
    ['social_account_dict', 'github', json],
    ['social_account_dict', '["github"]', json],
    ['social_account_dict', '{"github":"https://evil.ng/ada"}', foreign],
    ['social_account_dict', '{"github":"https://github.com.evil.ng/"}', foreign],
    ['social_account_dict', '{"myspace":"https://myspace.com/ada"}', "There is no social network 'myspace'."],
    ['firstname', '', 'Enter your first name.'],
    ['lastname', '\u200b\u3164', 'Enter your last name.'],
    ['lastname', 'Obi 2', 'A name cannot contain digits.'],
    ['about_me', 'a'.repeat(2_001), 'Use 2000 characters at most for what you write about yourself.'],
    ['country_code', 'NGA', 'A country code has two letters.'],
    ['tags', 'a,b,c,d,e,f,g,h,i,j,k', 'Use 10 tags at most.'],
    ['tags', 'x'.repeat(31), 'Use 30 characters at most for a tag.'],
    ['handle', 'no spaces', letters],
    ['handle', 'ab', letters],
    ['handle', 'admin', 'This address is reserved. Choose another one.'],
    [
      'handle',
      'naija-bui1t',
      'This name looks like NaijaBuilt, which is reserved. If it is yours, write to us.',
    ],
    ['show_email', 'maybe', "'show_email' must be true or false."],
  ])('Refuse %s %j beside it', async (field, value, sentence) => {
    await unsaid({ [field]: value }, { [field]: sentence });
  });

  test('Have no picture, handle nor open work before the address is verified', async () => {
    const newcomer = await people.unverified();
    const sentence =
      'Your account is not yet verified. Verify your account to use a picture, a short address or an export.';
    for (const sent of [{ dp: await picture(20, 20) }, { handle: 'newcomer' }, { open_to_work: true }]) {
      const { status, body } = await change(sent, client.as(newcomer), newcomer.id);
      expect([status, body.fields]).toEqual([403, { [Object.keys(sent)[0] ?? '']: sentence }]);
    }
  });

  test.each([
    ['+234 803 123 4567', 'NG', '+2348031234567'],
    ['020 7946 0958', 'GB', '+442079460958'],
    ['(201) 555-0123', 'US', '+12015550123'],
    ['', 'NG', ''],
  ])('Take the phone number %j of %s as %j', async (typed, code, kept) => {
    const { body } = await change({ phone_no: typed, country_code: code });
    expect([body.phone_no, body.country_code]).toEqual([kept, code]);
  });

  const example = 'Write it like 0803 123 4567 or +234 803 123 4567.';
  test.each([
    ['080', `This phone number is too short. ${example}`],
    ['080312345678901234', `This phone number is too long. ${example}`],
    ['call me', `This is not a number. ${example}`],
  ])('Refuse the phone number %s', async (typed, sentence) => {
    await unsaid({ phone_no: typed, country_code: 'NG' }, { phone_no: sentence });
  });
});

describe('The name of a person', () => {
  const sentence = 'Enter a name without a link or an address. Put a space after a dot.';
  let guests = 0;
  const address = () => `guest${String((guests += 1))}@company.ng`;
  const message = 'We look for somebody who builds for markets.';
  const everywhere = async (name: string) => {
    const signUp = { firstname: name, lastname: 'Obi', email: address(), password: 'correct horse battery' };
    const report = { about: `profile:${person.id}`, reason: 'spam', message, name, email: address() };
    const letter = await client.submit(`/write/${person.id}`, { name, email: address(), message });
    return {
      statuses: [
        (await client.post('/user/', signUp)).body.fields?.['firstname'] ?? 'taken',
        (await change({ firstname: name })).body.fields?.['firstname'] ?? 'taken',
        (await client.post('/report/', report)).body.fields?.['name'] ?? 'taken',
      ],
      letter,
    };
  };
  const open = { open_to_work: 'true', work_kinds: 'contract', work_remote: 'true' };

  test.each([
    'Visit http://evil.example',
    'www.evil.example',
    'Ada evil . ng',
    'evil\u200b.\u200bexample',
    'evil。example',
    'пример.рф',
    'xn--fiqs.example',
    'ada@evil.example',
    'mailto:ada',
    'Ada.Obi',
  ])('Is refused with an address at every door: %s', async (name) => {
    await change(open);
    const { statuses, letter } = await everywhere(name);
    expect(statuses).toEqual([sentence, sentence, sentence]);
    expect([letter.status, letter.text.includes(sentence)]).toEqual([400, true]);
  });

  test.each([
    'St. John',
    'O’Neil',
    'Ada-Obi',
    'Dr. A.B. Musa',
    'Tel. Aviv',
    'Ọláyínká',
    'Kumar a/l Raju',
    'محمد',
  ])('Is taken at every door: %s', async (name) => {
    await change(open);
    const { statuses, letter } = await everywhere(name);
    expect([statuses, letter.status]).toEqual([['taken', 'taken', 'taken'], 303]);
  });
});

describe('Contact details', () => {
  const contacts = { phone_no: '+2348031234567', address: '12 Allen Avenue, Ikeja' };

  test.each([
    ['show_email', 'email'],
    ['show_phone', 'phone_no'],
    ['show_address', 'address'],
  ])('With %s off, %s is nowhere but for its owner', async (name, field) => {
    const own = await people.verified({ firstname: 'Bola' });
    const bola = client.as(own);
    expect((await change(contacts, bola, own.id)).body).toMatchObject({
      show_email: true,
      show_phone: true,
      show_address: true,
    });
    const facts = { name: `Reach ${field}`, description: 'Shown.', website: 'https://myapp.ng' };
    const { body: app } = await bola.post<App>('/app/', facts);
    const values: Record<string, string> = { email: own.email, ...contacts };
    const value = values[field] ?? '';
    const published = async () =>
      (
        await Promise.all(
          [
            `/api/v1/user/${own.id}/`,
            `/api/v1/user/${own.id}/apps/`,
            `/api/v1/user/${own.id}/portfolio/`,
            `/api/v1/timeline/?user=${own.id}`,
            `/api/v1/app/${app.name_id}/`,
            `/user/${own.id}`,
            `/app/${app.name_id}`,
          ].map(async (path) => await (await client.fetch(path)).text()),
        )
      ).join('\n');
    expect(await published()).toContain(value);
    expect((await change({ [name]: 'false' }, bola, own.id)).body).toMatchObject({
      ...values,
      [name]: false,
    });
    expect(await published()).not.toContain(value);
    expect(await shown(own.id)).toMatchObject({ ...values, [field]: '' });
    expect(Object.keys(await shown(own.id))).not.toContain(name);
    expect((await bola.get('/user/me/')).body).toMatchObject({ ...values, [name]: false });
    await bola.patch(`/user/${own.id}/`, { [name]: true });
    expect(await published()).toContain(value);
  });

  test('Hide the email of somebody who signed up so', async () => {
    const email = 'hidden@example.com';
    const form = { firstname: 'Ada', lastname: 'Obi', email, password: 'correct horse battery' };
    const { body } = await client.post<{ id: string }>('/user/', { ...form, show_email: false });
    const code = await mailbox.code(email);
    expect((await client.post('/user/verify/', { code, id: body.id })).status).toBe(200);
    expect((await shown(body.id)).email).toBe('');
  });
});

describe('A short address', () => {
  const take = async (handle: string, owner: Person) => {
    const { status, body } = await change({ handle }, client.as(owner), owner.id);
    return status === 200 ? body['handle'] : body.fields?.['handle'];
  };
  const leadsTo = async (handle: string) => {
    const { status, headers } = await client.page(`/u/${handle}`);
    return status === 200 ? handle : (headers.get('location') ?? status);
  };
  const taken = 'This address is taken. Choose another one.';

  test('Is of one person, and the earlier ones lead to it for 90 days', async () => {
    const [one, two] = [await people.verified(), await people.verified()];
    expect(await take('Ada-Builds', one)).toBe('ada-builds');
    expect(await take('ada-builds', two)).toBe(taken);
    expect(await take('ada-two', one)).toBe('ada-two');
    expect([await leadsTo('ada-builds'), await leadsTo('ada-two')]).toEqual(['/u/ada-two', 'ada-two']);
    expect(await take('ada-three', one)).toBe('ada-three');
    expect(await take('ada-four', one)).toContain('90 days');
    expect(await take('ada-builds', two)).toBe(taken);
    expect(await take('ada-builds', one)).toBe('ada-builds');
    const portfolio = await client.get<{ url: string; user: User }>(`/user/${one.id}/portfolio/`);
    expect([portfolio.body.url, portfolio.body.user.id]).toEqual([`${product.siteUrl}/u/ada-builds`, one.id]);
    clock.advance(90 * day);
    await product.sweep();
    expect(await leadsTo('ada-three')).toBe(404);
    await people.logIn(two);
    expect(await take('ada-three', two)).toBe('ada-three');
  });

  test('Goes to one of two who choose it at once', async () => {
    const answers = await Promise.all(
      [await people.verified({}), await people.verified({})].map((owner) => take('at-once', owner)),
    );
    expect(answers.sort()).toEqual([taken, 'at-once']);
  });
});

describe('Open to work', () => {
  const wanted = { work_kinds: 'contract,full-time', work_remote: 'true', work_state: 'Lagos' };

  test('Is shown for 60 days, asked about before, and kept for its owner afterwards', async () => {
    const own = await people.verified({});
    const bola = client.as(own);
    const asked = async () =>
      (await mailbox.to(own.email)).filter(({ subject }) => subject.includes('still open to work'));
    expect(await shown(own.id)).toMatchObject({ open_to_work: false, open_until: null, work_kinds: [] });
    const { body } = await change({ ...wanted, open_to_work: 'true' }, bola, own.id);
    const days = (Date.parse(String(body['open_until'])) - clock()) / day;
    expect([Math.round(days), (await shown(own.id))['work_state']]).toEqual([60, 'Lagos']);
    clock.advance(52 * day);
    await product.sweep();
    expect(await asked()).toEqual([]);
    clock.advance(2 * day);
    for (let times = 0; times < 2; times += 1) await product.sweep();
    expect((await asked()).map(({ text }) => text.includes('/profile/update/work'))).toEqual([true]);
    clock.advance(7 * day);
    await product.sweep();
    expect(await shown(own.id)).toMatchObject({ open_to_work: false, open_until: null, work_kinds: [] });
    await people.logIn(own);
    expect((await bola.get<Own>('/user/me/')).body['work_kinds']).toEqual(['full-time', 'contract']);
  });

  test.each([
    [{ open_to_work: 'true' }, 'work_kinds'],
    [{ open_to_work: 'true', work_kinds: 'contract' }, 'work_state'],
    [{ work_kinds: 'contract,king' }, 'work_kinds'],
    [{ work_state: 'Atlantis' }, 'work_state'],
    [{ open_to_work: 'maybe' }, 'open_to_work'],
  ])('Is refused for %j beside %s', async (more, field) => {
    const own = await people.verified({});
    const { status, body } = await change(more, client.as(own), own.id);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
  });

  test('Is refused for somebody unverified', async () => {
    const early = await people.unverified();
    expect((await change({ ...wanted, open_to_work: 'true' }, client.as(early), early.id)).status).toBe(403);
  });
});

test('The timeline of a person has the sign-up, the verification and the listings, newest first', async () => {
  const own = await people.verified({});
  const facts = { name: 'In A Timeline', description: 'Shown.', website: 'https://myapp.ng' };
  const { body: app } = await client.as(own).post<App>('/app/', facts);
  const { body } = await client.get<{ results: TimelineEntry[] }>(`/timeline/?user=${own.id.toUpperCase()}`);
  expect(body.results.map(({ category }) => category)).toEqual(['LIST_APP', 'ACCOUNT_VERIFIED', 'SIGNUP']);
  expect(body.results[0]).toMatchObject({ user: own.id, app });
  const unknown = '01a1fb81-7fdf-7193-9487-a87ac48089b0';
  expect([
    (await client.get('/timeline/')).status,
    (await client.get(`/timeline/?user=${unknown}`)).status,
  ]).toEqual([400, 404]);
});
