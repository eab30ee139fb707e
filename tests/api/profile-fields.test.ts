// Which values the fields of a profile take.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../support/people.ts';
import { profileClient } from '../support/profile-client.ts';
import type { FormValue } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { oneEngine } from '../support/test-product.ts';

describe.each(oneEngine)('The fields of a profile on %s', (engine) => {
  let api: TestApi;
  let ada: Person;
  const { change, profile } = profileClient(() => ({ api, ada }));

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    ada = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  test.each([
    ['+234 803 123 4567', 'NG', '+2348031234567'],
    ['020 7946 0958', 'GB', '+442079460958'],
    ['(201) 555-0123', 'US', '+12015550123'],
    ['024 123 4567', 'GH', '+233241234567'],
    ['0712 123456', 'KE', '+254712123456'],
  ])('Stores the phone number %s of %s as %s', async (typed, code, kept) => {
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
  ])('Refuses the phone number %s with: %s', async (typed, sentence) => {
    const before = await profile();
    expect(await change({ phone_no: typed, country_code: 'NG' })).toMatchObject({
      status: 400,
      body: { error: sentence, fields: { phone_no: sentence } },
    });
    expect(await profile()).toEqual(before);
  });

  test('Removes a phone number', async () => {
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
  ])('Refuses %j beside its field', async (values, field, sentence) => {
    const before = await profile();
    const { status, body } = await change(values);
    expect(status).toBe(400);
    expect(body.fields[field]).toBe(sentence);
    expect(await profile()).toEqual(before);
    expect(api.faults).toEqual([]);
  });
});
