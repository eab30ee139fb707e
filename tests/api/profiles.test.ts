import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { ownUserSchema, userSchema, type UserJson } from '../../src/lib/shared/schemas/users.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { profileClient } from '../support/profile-client.ts';
import { sendForm, type FormValue } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Profiles on %s', (engine) => {
  let api: TestApi;
  let ada: Person;
  let other: Person;
  const published: string[] = [];
  const allShown = { show_email: true, show_phone: true, show_address: true };
  const { change, profile } = profileClient(() => ({ api, ada }));

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    ada = await createPerson(api);
    other = await createPerson(api);
    api.product.onChange((tags) => {
      published.push(...tags);
    });
  });
  afterAll(() => api.product.dispose());

  test('Changes the fields that are sent, and no others', async () => {
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

  test('Changes social links one by one, and keeps the others', async () => {
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

  test('Refuses changes of a profile by others', async () => {
    const before = await profile();
    expect((await change({ about_me: 'Taken over' }, other)).status).toBe(403);
    expect(await sendForm(api, 'PATCH', `/user/${ada.id}/`, { about_me: 'Taken over' })).toMatchObject({
      status: 401,
      body: { error: 'Kindly login to proceed' },
    });
    expect((await sendForm(api, 'PATCH', '/user/undefined/', { about_me: 'x' }, ada)).status).toBe(404);
    expect(await profile()).toEqual(before);
  });

  test('Lets an unverified person fill in the profile', async () => {
    const early = await createPerson(api, { verified: false });
    expect((await change({ about_me: 'Soon.' }, early, early)).status).toBe(200);
  });

  test('Gives a person one handle, and reserves the earlier ones, which lead to it', async () => {
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

  test('Gives a handle to one of two people who choose it at once', async () => {
    const answers = await Promise.all([
      change({ handle: 'at-once' }),
      change({ handle: 'at-once' }, other, other),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('Answers a portfolio with the user and the apps', async () => {
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

  test('Lists sign-up, verification and app in the timeline', async () => {
    const { results } = await api.get<{ results: { category: string; app: AppJson | null }[] }>(
      `/timeline/?user=${ada.id}`,
    );
    expect(results.map(({ category }) => category)).toEqual(['LIST_APP', 'ACCOUNT_VERIFIED', 'SIGNUP']);
    expect(results[0]?.app?.name).toBe(`Portfolio ${engine}`);
  });

  test('Puts a changed name into the next access token', async () => {
    await change({ firstname: 'Zainab' });
    const { body } = await api.post('/token/', { email: ada.email, password: 'correct horse battery' });
    const claims = (body as { access: string }).access.split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ firstname: 'Zainab' });
  });
});
