import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import {
  ownUserSchema,
  userSchema,
  type OwnUserJson,
  type UserJson,
} from '../../src/lib/shared/schemas/users.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { sendForm, type FormValue } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('profiles on %s', (engine) => {
  let api: TestApi;
  let ada: Person;
  let other: Person;
  const published: string[] = [];
  const allShown = { show_email: true, show_phone: true, show_address: true };

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    ada = await createPerson(api);
    other = await createPerson(api);
    api.product.onChange((tags) => {
      published.push(...tags);
    });
  });
  afterAll(() => api.product.dispose());

  const change = (values: Record<string, FormValue>, as: Person | undefined = ada, of: Person = ada) =>
    sendForm<OwnUserJson>(api, 'PATCH', `/user/${of.id}/`, values, as);
  const profile = (person: Person = ada) => api.get<UserJson>(`/user/${person.id}/`);

  test('everything that can be changed is changed, and only what is sent', async () => {
    const before = await profile();
    published.length = 0;
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
        medium: 'https://ada.medium.com',
        tiktok: '',
      }),
      dp: await picture(300, 200),
      nonsense: 'ignored',
      email: 'ignored@example.com',
      is_verified: 'false',
      show_phone: 'true',
      show_address: 'true',
    });
    expect(status, body.error).toBe(200);
    expect(ownUserSchema.safeParse(body).success).toBe(true);
    expect(body).toEqual({
      ...before,
      firstname: 'Adaeze',
      lastname: 'Obi-Nwosu',
      name: 'Adaeze Obi-Nwosu',
      about_me: 'I build\nthings.',
      phone_no: '+2348031234567',
      country: 'Nigeria',
      country_code: 'NG',
      address: '12 Allen Avenue, Ikeja',
      tags: ['go', 'TypeScript'],
      social_account_dict: { github: 'https://github.com/ada', medium: 'https://ada.medium.com' },
      dp: expect.stringContaining('/media/') as string,
      ...allShown,
    });
    expect(await profile()).toEqual(userSchema.parse(body));
    expect(published).toEqual(expect.arrayContaining([`user:${ada.id}`, 'apps']));
    const { body: next } = await change({ about_me: '' });
    expect(next).toEqual({ ...body, about_me: '' });
  });

  test.each([
    ['+234 803 123 4567', 'NG', '+2348031234567'],
    ['020 7946 0958', 'GB', '+442079460958'],
    ['(201) 555-0123', 'US', '+12015550123'],
    ['024 123 4567', 'GH', '+233241234567'],
    ['0712 123456', 'KE', '+254712123456'],
  ])('the phone number %s of %s is kept as %s', async (typed, code, kept) => {
    expect((await change({ phone_no: typed, country_code: code })).body).toMatchObject({
      phone_no: kept,
      country_code: code,
    });
  });

  const example = 'Write it like 0803 123 4567 or +234 803 123 4567.';
  test.each([
    ['080', `This phone number is too short. ${example}`],
    ['080312345678901234', `This phone number is too long. ${example}`],
    ['call me', `This is not a number. ${example}`],
    ['tel:08031234567;phone-context=x', `This is not a number. ${example}`],
  ])('the phone number %s is refused: %s', async (typed, sentence) => {
    const before = await profile();
    expect(await change({ phone_no: typed, country_code: 'NG' })).toMatchObject({
      status: 400,
      body: { error: sentence, fields: { phone_no: sentence } },
    });
    expect(await profile()).toEqual(before);
  });

  test('a phone number can be cleared', async () => {
    await change({ phone_no: '08031234567', country_code: 'NG' });
    expect((await change({ phone_no: '' })).body.phone_no).toBe('');
  });

  test.each<[Record<string, FormValue>, string, string]>([
    [
      { social_account_dict: 'github' },
      'social_account_dict',
      'Send the social links as JSON: an object from network name to address.',
    ],
    [
      { social_account_dict: '["github"]' },
      'social_account_dict',
      'Send the social links as JSON: an object from network name to address.',
    ],
    [
      { social_account_dict: '{"github":"https://evil.ng/ada"}' },
      'social_account_dict',
      'Enter the address of a page on github.com.',
    ],
    [
      { social_account_dict: '{"github":"https://github.com.evil.ng/"}' },
      'social_account_dict',
      'Enter the address of a page on github.com.',
    ],
    [
      { social_account_dict: '{"myspace":"https://myspace.com/ada"}' },
      'social_account_dict',
      "There is no social network 'myspace'.",
    ],
    [
      {
        social_account_dict: JSON.stringify({
          linkedin: 'linkedin.com/in/a',
          github: 'github.com/a',
          twitter: 'x.com/a',
          youtube: 'youtube.com/a',
          medium: 'medium.com/a',
          facebook: 'facebook.com/a',
        }),
      },
      'social_account_dict',
      'Use 5 social links at most.',
    ],
    [{ firstname: '' }, 'firstname', 'Enter your first name.'],
    [{ lastname: 'Obi 2' }, 'lastname', 'A name has no digits.'],
    [
      { about_me: 'a'.repeat(2_001) },
      'about_me',
      'Use 2000 characters at most for what you write about yourself.',
    ],
    [{ country_code: 'NGA' }, 'country_code', 'A country code has two letters.'],
    [{ tags: 'a,b,c,d,e,f,g,h,i,j,k' }, 'tags', 'Use 10 tags at most.'],
    [{ tags: 'x'.repeat(31) }, 'tags', 'Use 30 characters at most for a tag.'],
    [{ handle: 'no spaces' }, 'handle', "Use 3 to 30 of the letters a to z, digits and '-'."],
    [{ handle: 'ab' }, 'handle', "Use 3 to 30 of the letters a to z, digits and '-'."],
    [{ handle: 'admin' }, 'handle', 'This address is reserved. Choose another one.'],
  ])('%j is refused beside its field', async (values, field, sentence) => {
    const before = await profile();
    const { status, body } = await change(values);
    expect(status).toBe(400);
    expect(body.fields[field]).toBe(sentence);
    expect(await profile()).toEqual(before);
    expect(api.faults).toEqual([]);
  });

  test('Changes of social links leave the other links as they are', async () => {
    const links = async (values: Record<string, FormValue>) => {
      const { status, body } = await change(values);
      return [status, status === 200 ? body.social_account_dict : body.fields];
    };
    const [github, medium, tiktok] = [
      'https://github.com/ada',
      'https://ada.medium.com',
      'https://tiktok.com/@ada',
    ];
    await links({ social_account_dict: JSON.stringify({ github, medium }) });
    const changes = (of: object) => ({ social_account_changes: JSON.stringify(of) });
    expect(await links(changes({ tiktok: 'tiktok.com/@ada' }))).toEqual([200, { github, medium, tiktok }]);
    expect(await links(changes({ medium: '', youtube: '' }))).toEqual([200, { github, tiktok }]);
    expect(await links(changes({}))).toEqual([200, { github, tiktok }]);
    const four = {
      linkedin: 'linkedin.com/in/a',
      twitter: 'x.com/a',
      youtube: 'youtube.com/a',
      facebook: 'facebook.com/a',
    };
    expect(await links(changes(four))).toEqual([
      400,
      { social_account_changes: 'Use 5 social links at most.' },
    ]);
    expect(await links(changes({ ...four, tiktok: '' }))).toEqual([200, expect.objectContaining({ github })]);
    expect(await links(changes({ github: 'https://evil.ng/' }))).toEqual([
      400,
      { social_account_changes: 'Enter the address of a page on github.com.' },
    ]);
  });

  test('nobody else changes a profile', async () => {
    const before = await profile();
    expect((await change({ about_me: 'Taken over' }, other)).status).toBe(403);
    expect(await sendForm(api, 'PATCH', `/user/${ada.id}/`, { about_me: 'Taken over' })).toMatchObject({
      status: 401,
      body: { error: 'Kindly login to proceed' },
    });
    expect((await sendForm(api, 'PATCH', '/user/undefined/', { about_me: 'x' }, ada)).status).toBe(404);
    expect(await profile()).toEqual(before);
  });

  test('an unverified person can fill in the profile', async () => {
    const early = await createPerson(api, { verified: false });
    expect((await change({ about_me: 'Soon.' }, early, early)).status).toBe(200);
  });

  test('handles: one a person, the old ones stay theirs and lead on', async () => {
    const { profiles } = api.product.services;
    expect((await change({ handle: 'Ada-Builds' })).body.handle).toBe('ada-builds');
    expect(await change({ handle: 'ada-builds' }, other, other)).toMatchObject({
      status: 400,
      body: { fields: { handle: 'This address is taken. Choose another one.' } },
    });
    await change({ handle: 'ada' });
    expect((await profiles.findUserByHandle('ada-builds'))?.handle).toBe('ada');
    expect((await change({ handle: 'ada-builds' }, other, other)).status).toBe(400);
    expect((await change({ handle: 'ada-builds' })).body.handle).toBe('ada-builds');
    expect((await profiles.findUserByHandle('ada'))?.id).toBe(ada.id);
    expect((await change({ handle: '' })).body.handle).toBeNull();
    expect((await profiles.findUserByHandle('ada'))?.id).toBe(ada.id);
    expect(await profiles.findUserByHandle('nobody-at-all')).toBeNull();
  });

  test('of two who choose one handle at once, one gets it', async () => {
    const answers = await Promise.all([
      change({ handle: 'at-once' }),
      change({ handle: 'at-once' }, other, other),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('the portfolio holds the user and the apps', async () => {
    const app = { name: `Portfolio ${engine}`, description: 'Shown.', website: 'https://myapp.ng' };
    const { body } = await sendForm<AppJson>(api, 'POST', '/app/', app, ada);
    await change({ handle: 'ada' });
    const portfolio = await api.get<{ url: string; user: UserJson; apps: AppJson[]; apps_count: number }>(
      `/user/${ada.id}/portfolio/`,
    );
    expect(portfolio).toMatchObject({ user: await profile(), apps: [body], apps_count: 1 });
    expect(portfolio.url).toMatch(/\/u\/ada$/);
    expect((await api.request('/user/nobody/portfolio/')).status).toBe(404);
  });

  test('the timeline tells of the sign-up, the verification and the app', async () => {
    const { results } = await api.get<{ results: { category: string; app: AppJson | null }[] }>(
      `/timeline/?user=${ada.id}`,
    );
    expect(results.map(({ category }) => category)).toEqual(['LIST_APP', 'ACCOUNT_VERIFIED', 'SIGNUP']);
    expect(results[0]?.app?.name).toBe(`Portfolio ${engine}`);
  });

  test('a new name is in the next access token', async () => {
    await change({ firstname: 'Zainab' });
    const { body } = await api.post('/token/', { email: ada.email, password: 'correct horse battery' });
    const claims = (body as { access: string }).access.split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ firstname: 'Zainab' });
  });
});
