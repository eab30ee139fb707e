// A small directory, and every kind of write to it, ordered so that each finds what it needs.
import { expect } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { dayMs } from '../../src/lib/shared/text/dates/days.ts';
import { createPerson, type Person } from './people.ts';
import { picture } from './pictures.ts';
import { knownApp, type Known } from './public-addresses.ts';
import { deskWrites } from './desk-writes.ts';
import { noteDecisions, reportWrites } from './report-writes.ts';
import { list, releasesOf } from './list-on-site.ts';
import { createCallRecorder, type CallRecorder } from './recorded-calls.ts';
import { sendForm, type FormValue } from './send-form.ts';
import { earlyShelfWrites, lateShelfWrites } from './shelf-writes.ts';
import { siteWrites } from './site-writes.ts';
import { createOwner, newApp, type EngineName } from './test-product.ts';
import { createTestSite, type TestSite } from './test-site.ts';
import { viewWrites } from './view-writes.ts';
import { watchActions } from './watch-actions.ts';

export interface SmallDirectory {
  site: TestSite;
  /** Grows as writes create more. */
  known: Known;
  ada: Person;
  /** The person whose account the operator closes. */
  bola: Person;
  app: AppJson;
  bolas: AppJson;
  /** Id of an account with ten apps that nobody can log in to. */
  ownerless: string;
  /** Names of the slices' actions called so far, such as 'apps.createApp'. */
  called: ReadonlySet<string>;
  /** Records the reads that the server calls for its answers. A cached answer needs none. */
  recorder: CallRecorder;
  /** The time of the directory's clock. */
  now(): number;
  /** Moves the clock forward. */
  pass(ms: number): void;
}

const password = 'correct horse battery';

type SmallOptions = Parameters<typeof createTestSite>[2] & { env?: Record<string, string> };

export async function createSmallDirectory(
  engine: EngineName,
  { wrap = (slices) => slices, env = {} }: SmallOptions = {},
): Promise<SmallDirectory> {
  let now = Date.now();
  const recorder = createCallRecorder();
  const site = await createTestSite(engine, env, {
    clock: () => now,
    wrap: (slices) => recorder.wrap(wrap(slices)),
  });
  const called = watchActions(site.product);
  const { apps } = site.product.services;
  const ownerless = await createOwner(site.product);
  for (let n = 0; n < 10; n += 1) await apps.publishApp(newApp(ownerless));
  const ada = await createPerson(site.api);
  // More apps than are indexed together with a change of their owner's name.
  for (let n = 0; n < 11; n += 1) await apps.publishApp(newApp(ada.id));
  const bola = await createPerson(site.api);
  const shots = [await picture(360, 640), await picture(360, 640, '#cc8800')];
  const pictures = { logo: await picture(300, 300), screenshot: shots };
  const app = await list(site, ada, { name: 'Harmattan', category: 'Finance', ...pictures });
  // schema.org has no word for News: the page of the app reads the key of the category.
  const bolas = await list(site, bola, { name: 'Kaduna', category: ['Music', 'News'] });
  const known: Known = {
    apps: [
      knownApp(app, await releasesOf(site, app.id), true),
      knownApp(bolas, await releasesOf(site, bolas.id), false),
    ],
    users: [
      { id: ada.id, handles: ['ada-o'] },
      { id: bola.id, handles: [] },
    ],
    cards: [],
    decisions: [],
    words: ['harmattan', 'ada', 'sahara', 'harmatan', 'zainab'],
  };
  for (const path of ['/', `/app/${app.name_id}`, `/user/${ada.id}`]) {
    const card = /property="og:image" content="([^"]+)"/.exec((await site.get(path)).text)?.[1];
    known.cards.push(new URL(card ?? '').pathname);
  }
  return {
    ...{ site, known, ada, bola, ownerless, app, bolas, called, recorder },
    now: () => now,
    pass: (ms) => void (now += ms),
  };
}

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
  async (directory) => {
    await run(directory.site.product.services.moderation, directory);
    await noteDecisions(directory);
  };

/** The writes run in this order. Writes that change nothing public are left out. */
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
  'a long description changes': changeApp({ long_description: 'A story that goes on. '.repeat(12) }),
  ...earlyShelfWrites,
  'platform and categories change': changeApp({ platform: 'mobile', category: 'Music' }),
  'links change': changeApp({ website: 'https://two.ng', playstore_link: '' }),
  async 'an app is renamed'(directory) {
    const { name_id } = (await changeApp({ name: 'Harmattan Two' })(directory)) as AppJson;
    ownApp(directory).nameIds.push(name_id);
  },
  'an owner takes an app out of the lists': changeApp({ state: 'unlisted' }),
  'an owner puts an app back into the lists': changeApp({ state: 'public' }),
  'an app is discontinued for another': changeApp({ lifecycle: 'discontinued', replaced_by: 'kaduna' }),
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
  async 'a person with many apps is renamed and the search index follows'(directory) {
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
  'contact details change': changeUser({
    phone_no: '+2348012345678',
  }),
  'a profile picture changes': async (directory) =>
    changeUser({ dp: await picture(300, 300, '#abcdef') })(directory),
  async 'a handle is replaced'(directory) {
    await changeUser({ handle: 'ada-two' })(directory);
    directory.known.users[0]?.handles.push('ada-two');
  },
  ...viewWrites,
  ...siteWrites,
  ...lateShelfWrites,
  ...reportWrites,
  ...deskWrites,
  'the operator removes a listing': moderate((moderation, { app }) =>
    moderation.hideListing(app.id, 'Spam.'),
  ),
  'the operator frees the name of a removed listing': moderate((moderation) =>
    moderation.releaseName('harmattan-two'),
  ),
  'the operator restores a listing': moderate((moderation, { app }) => moderation.restoreListing(app.id)),
  'the operator takes a handle away': moderate((moderation) => moderation.releaseName('@ada-two')),
  'the operator closes an account': moderate((moderation, { bola }) =>
    moderation.banAccount(bola.id, 'Spam.'),
  ),
  'the operator reopens an account': moderate((moderation, { bola }) => moderation.unbanAccount(bola.id)),
  'the operator deletes a listing': moderate((moderation, { bolas }) =>
    moderation.deleteListing(bolas.id, 'Spam.'),
  ),
  async 'old addresses are freed'({ site, ada, pass }) {
    pass(91 * dayMs);
    await site.product.sweep();
    const login = await site.api.post('/token/', { email: ada.email, password });
    expect(login.status).toBe(200);
    ada.access = (login.body as { access: string }).access;
  },
  async 'an account without a password is removed with its apps'({ site, ownerless }) {
    await site.product.services.ownData.deleteOwnerless(ownerless);
    await site.product.jobs.flush();
  },
  'an app is deleted': (directory) => remove(directory, `/app/${directory.app.id}/`),
  /** The job begins together with the answer, so that nothing can be compared between them. */
  async 'an account is deleted and its job ends'({ site, ada }) {
    const { status } = await site.api.post(`/user/${ada.id}/delete/`, { password }, ada.access);
    expect(status).toBe(200);
    await site.product.jobs.flush();
  },
};
