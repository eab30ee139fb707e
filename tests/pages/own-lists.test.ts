// Answers that depend on the caller, through the HTTP server with its edge cache.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '../../src/lib/shared/text/messages.ts';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { createPerson } from '../support/people.ts';
import { oneEngine } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

describe.each(oneEngine)('Lists of an owner on %s', (engine) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await createTestSite(engine);
  });
  afterAll(() => site.dispose());

  test('Shows an unverified profile to its user only', async () => {
    const [person, other] = [await createPerson(site.api, { verified: false }), await createPerson(site.api)];
    const path = `/api/v1/user/${person.id}/`;
    const statusFor = async (access?: string) =>
      (await site.get(path, access ? { authorization: `Bearer ${access}` } : {})).status;
    expect([await statusFor(), await statusFor(other.access), await statusFor(person.access)]).toEqual([
      404, 404, 200,
    ]);
    // The answer to the user was not cached.
    expect(await statusFor()).toBe(404);
  });

  test('Says on an empty list of apps that there are none, and contains the text for its owner', async () => {
    const { id } = await createPerson(site.api);
    const { text } = await site.get(urls.userApps(id));
    const [, attributes = '', shown = ''] =
      /<p class="empty-text"([^>]*)>\s*([^<]*?)\s*<\/p>/.exec(text) ?? [];
    expect(shown).toBe(messages.user.noApps);
    expect(attributes).toContain(`data-owner-id="${id}"`);
    expect(attributes).toContain(`data-own-text="${messages.user.noAppsOfList}"`);
  });

  test('Refuses a new code for a verified person who is logged in', async () => {
    const person = await createPerson(site.api);
    const resend = (body: object, access?: string) =>
      site.api.post('/user/resend-registration-code/', body, access);
    const refusal = await resend({ email: person.email }, person.access);
    expect([refusal.status, refusal.body]).toEqual([409, { error: messages.verifyUser.already, fields: {} }]);
    // Without a login the answer is the same for every address.
    expect((await resend({ email: person.email })).status).toBe(200);
    expect((await resend({ email: 'nobody@example.com' }, person.access)).status).toBe(200);
  });
});
