// Texts that tell people to write name the operator's address (CONTACT_EMAIL), and never the address of the brand.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { brand } from '../../src/lib/shared/page/brand.ts';
import { createFailingReads } from '../support/failing-reads.ts';
import { mailsIn } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const contact = 'safety@apps.example.ng';
const password = 'correct horse battery';
const reason = 'It pretends to be another company';

const failing = createFailingReads();
let site: TestSite;
let owner: Person;
let app: AppJson;

beforeAll(async () => {
  site = await createTestSite('sqlite', { CONTACT_EMAIL: contact }, { wrap: failing.wrap });
  owner = await createPerson(site.api);
  app = await list('Harmattan');
});
afterAll(() => site.dispose());
afterEach(() => failing.reset());

async function list(name: string): Promise<AppJson> {
  const facts = { name, description: 'An app.', website: 'https://harmattan.ng' };
  const { status, body } = await sendForm<AppJson>(site.api, 'POST', '/app/', facts, owner);
  expect(status).toBe(201);
  return body;
}

async function newestMailTo(address: string): Promise<string> {
  await site.product.outbox.flush();
  const mails = await mailsIn(site.product.config.dataDir);
  const mail = mails.findLast(({ to }) => to === address);
  expect(mail?.raw).toContain(`From: ${brand.name} <${contact}>`);
  return mail?.text ?? '';
}

function expectContact(text: string): void {
  expect(text).toContain(contact);
  expect(text).not.toContain(brand.contactEmail);
}

test('Names the contact on the page that replaces a failed error page', async () => {
  // Every page reads the address of its share card, also the error page.
  failing.failAlways('cards.ofSite', 'apps.findApp');
  const answer = await site.get(`/app/${app.name_id}`);
  expect([answer.status, answer.text.includes('If you write to')]).toEqual([500, true]);
  expectContact(answer.text);
});

test('Names the contact in refusals and mails about a removed listing', async () => {
  await site.product.services.moderation.hideListing(app.id, reason);
  const read = await site.api.request(`/app/${app.name_id}/`);
  const changed = await sendForm(site.api, 'PATCH', `/app/${app.id}/`, { name: 'Another' }, owner);
  const released = { app: app.id, latest_feature: 'New', version: '2.0', release_type: 'LIVE' };
  const added = await site.api.post('/app/version/', released, owner.access);
  expect([read.status, changed.status, added.status]).toEqual([404, 403, 403]);
  for (const { body } of [read, changed, added]) expectContact((body as { error: string }).error);
  expectContact(await newestMailTo(owner.email));
  await site.product.services.moderation.restoreListing(app.id);
});

test('Names the contact in the mail about a deleted listing', async () => {
  const doomed = await list('Doomed');
  await site.product.services.moderation.deleteListing(doomed.id, reason);
  expectContact(await newestMailTo(owner.email));
});

test('Names the contact in refusals and mails about a closed account', async () => {
  const person = await createPerson(site.api);
  await site.product.services.moderation.banAccount(person.email, reason);
  const { status, body } = await site.api.post('/token/', { email: person.email, password });
  expect(status).toBe(403);
  expectContact((body as { error: string }).error);
  expectContact(await newestMailTo(person.email));
});

test('Names the contact in the mail about a handle that the operator released', async () => {
  const person = await createPerson(site.api);
  const changed = await sendForm(site.api, 'PATCH', `/user/${person.id}/`, { handle: 'harmattan' }, person);
  expect(changed.status).toBe(200);
  await site.product.services.moderation.releaseName('@harmattan');
  expectContact(await newestMailTo(person.email));
});

test('Names the contact in the last mail to a deleted account', async () => {
  const person = await createPerson(site.api);
  const deleted = await site.api.post(`/user/${person.id}/delete/`, { password }, person.access);
  expect(deleted.status).toBe(200);
  await site.product.jobs.flush();
  expectContact(await newestMailTo(person.email));
});
