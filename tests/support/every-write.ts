// Every kind of write to a small directory, in an order in which each finds what it needs.
import { expect } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { createPerson } from './people.ts';
import { picture } from './pictures.ts';
import { knownApp } from './public-addresses.ts';
import { sendForm, type FormValue } from './send-form.ts';
import { list, releasesOf, type SmallDirectory } from './small-directory.ts';
import type { TestSite } from './test-site.ts';

const password = 'correct horse battery';
const dayMs = 24 * 3_600_000;

type Write = (directory: SmallDirectory) => Promise<unknown>;

async function change(
  { site, ada }: SmallDirectory,
  path: string,
  values: Record<string, FormValue>,
  method = 'PATCH',
): Promise<unknown> {
  const { status, body } = await sendForm<object>(site.api, method, path, values, ada);
  expect([path, status, body]).toEqual([path, method === 'POST' ? 201 : 200, expect.anything()]);
  return body;
}

const changeApp =
  (values: Record<string, FormValue>): Write =>
  (directory) =>
    change(directory, `/app/${directory.app.id}/`, values);

const changeUser =
  (values: Record<string, FormValue>): Write =>
  (directory) =>
    change(directory, `/user/${directory.ada.id}/`, values);

async function remove({ site, ada }: SmallDirectory, path: string): Promise<void> {
  const { status, body } = await site.api.request(path, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${ada.access}` },
  });
  expect([path, status, body]).toEqual([path, 200, expect.anything()]);
}

const ownApp = ({ known }: SmallDirectory) => {
  const [first] = known.apps;
  if (!first) throw new Error('No app is known.');
  return first;
};

const moderate =
  (
    run: (moderation: TestSite['product']['services']['moderation'], directory: SmallDirectory) => unknown,
  ): Write =>
  async (directory) =>
    await run(directory.site.product.services.moderation, directory);

/** In this order. What changes nothing that is public is not among them. */
export const everyWrite: Record<string, Write> = {
  async 'a person signs up and verifies the address'({ site, known }) {
    const { id } = await createPerson(site.api);
    known.users.push({ id, handles: [] });
  },
  async 'a new person lists an app'({ site, known }) {
    const person = await createPerson(site.api);
    known.users.push({ id: person.id, handles: [] });
    const app = await list(site, person, { name: 'Sahara', category: 'Finance,Music' });
    known.apps.push(knownApp(app, await releasesOf(site, app.id), false));
  },
  'a description changes': changeApp({ description: 'Counts what is in the books.' }),
  'a long description changes': changeApp({ long_description: 'A story that goes on.' }),
  'platform and categories change': changeApp({ platform: 'mobile', category: 'Music' }),
  'links change': changeApp({ website: 'https://two.ng', playstore_link: '' }),
  async 'an app is renamed'(directory) {
    const { name_id } = (await changeApp({ name: 'Harmattan Two' })(directory)) as AppJson;
    ownApp(directory).nameIds.push(name_id);
  },
  'the number of a release changes': changeApp({ version: '0.2.0' }),
  'a logo changes': async (directory) => changeApp({ logo: await picture(310, 310, '#123456') })(directory),
  async 'a screenshot is added'(directory) {
    const body = await changeApp({ screenshots: await picture(360, 640, '#654321') })(directory);
    ownApp(directory).screenshotIds = (body as AppJson).screenshot.map(({ id }) => id);
  },
  'the order of screenshots changes': (directory) =>
    changeApp({ screenshot_order: ownApp(directory).screenshotIds.toReversed().join() })(directory),
  'a screenshot is replaced': async (directory) =>
    change(directory, `/app/screenshot/${ownApp(directory).screenshotIds[0] ?? ''}/update/`, {
      screenshots: await picture(360, 640, '#222222'),
    }),
  'a screenshot is deleted': (directory) =>
    remove(directory, `/app/screenshot/${ownApp(directory).screenshotIds[1] ?? ''}/delete/`),
  async 'a version is released'(directory) {
    const { app, site } = directory;
    const facts = { app: app.id, version: '1.0.0', release_type: 'LIVE', latest_feature: 'Dates.' };
    await change(directory, '/app/version/', facts, 'POST');
    ownApp(directory).releaseIds = await releasesOf(site, app.id);
  },
  'a release changes': (directory) =>
    change(directory, `/app/version/${ownApp(directory).releaseIds[0] ?? ''}/`, { latest_feature: 'Days.' }),
  'a release is deleted': (directory) =>
    remove(directory, `/app/version/${ownApp(directory).releaseIds[0] ?? ''}/`),
  'a handle is chosen': changeUser({ handle: 'ada-o' }),
  async 'a person with many apps is renamed, and the search follows'(directory) {
    await changeUser({ firstname: 'Zainab' })(directory);
    await directory.site.product.jobs.flush();
  },
  'a profile changes': changeUser({
    about_me: 'Builds in Lagos.',
    tags: 'maps,books',
    country: 'Ghana',
    country_code: 'GH',
    social_account_dict: JSON.stringify({ github: 'https://github.com/ada' }),
  }),
  'contacts are shown': changeUser({ phone_no: '+2348012345678', show_phone: 'true', show_email: 'true' }),
  'a picture of a person changes': async (directory) =>
    changeUser({ dp: await picture(300, 300, '#abcdef') })(directory),
  async 'a handle is given up for another one'(directory) {
    await changeUser({ handle: 'ada-two' })(directory);
    directory.known.users[0]?.handles.push('ada-two');
  },
  async 'views are counted'({ site, app, ada, pass }) {
    const visit = { address: '10.0.0.1', userAgent: 'Mozilla/5.0 Firefox/140', viewer: '' };
    const { views } = site.product.services;
    views.count({ ...visit, subject: `app:${app.id}` });
    views.count({ ...visit, subject: `user:${ada.id}` });
    await views.flush();
    // Counts may be as old as this.
    pass(10 * 60_000);
  },
  'the operator removes a listing': moderate((moderation, { app }) =>
    moderation.hideListing(app.id, 'Spam.'),
  ),
  'the operator frees the name of a removed listing': moderate((moderation) =>
    moderation.releaseName('harmattan-two'),
  ),
  'the operator puts a listing back': moderate((moderation, { app }) => moderation.restoreListing(app.id)),
  'the operator takes a handle back': moderate((moderation) => moderation.releaseName('@ada-two')),
  'the operator closes an account': moderate((moderation, { bola }) =>
    moderation.banAccount(bola.id, 'Spam.'),
  ),
  'the operator opens an account again': moderate((moderation, { bola }) => moderation.unbanAccount(bola.id)),
  'the operator deletes a listing': moderate((moderation, { bolas }) =>
    moderation.deleteListing(bolas.id, 'Spam.'),
  ),
  async 'addresses from before are freed'({ site, ada, pass }) {
    pass(91 * dayMs);
    await site.product.sweep();
    const login = await site.api.post('/token/', { email: ada.email, password });
    expect(login.status).toBe(200);
    ada.access = (login.body as { access: string }).access;
  },
  'an app is deleted': (directory) => remove(directory, `/app/${directory.app.id}/`),
  /** The job begins with the answer, so that nothing between them can be compared. */
  async 'an account is deleted, and the job that removes it ends'({ site, ada }) {
    const { status } = await site.api.post(`/user/${ada.id}/delete/`, { password }, ada.access);
    expect(status).toBe(200);
    await site.product.jobs.flush();
  },
};
