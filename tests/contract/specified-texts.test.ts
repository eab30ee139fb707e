// The texts that the product specification prescribes, each with the page that shows it. If a decision changed a
// text, this file holds the changed form. Texts of libraries that a decision removed are left out.
import { beforeAll, expect, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import { startProduct, type App } from '../harness/product.ts';

const { client, people } = await startProduct();

/** Addresses in the test directory. */
interface Addresses {
  app: string;
  user: string;
  emptyUser: string;
  screenshot: string;
}

interface PageTexts {
  page: string;
  path: (addresses: Addresses) => string;
  texts: string[];
}

const everyPage = {
  bar: [
    'List your App',
    'Profile',
    'New',
    'Logout',
    'Signup',
    'Login',
    'About',
    'Terms of Service',
    'Privacy',
  ],
  foot: ['Terms of use', 'Privacy Policy', 'Feedback', 'About', 'English', `© 2026 NaijaBuilt`],
};

/** Texts of the rendered pages, independent of a login. */
const onPages: PageTexts[] = [
  {
    page: 'home',
    path: () => '/',
    texts: [
      ...everyPage.bar,
      ...everyPage.foot,
      'Every app built in Nigeria in one place',
      'Showcase the Portfolio of apps that you have built',
      'List your Apps for others to use',
      'Gain easy Recognition through your apps',
      "Get Motivated by other people's Work",
      'Latest Apps',
      `Install NaijaBuilt as an app. Installation takes less than 10 seconds`,
      'Install',
      'Your account is not yet verified.',
      'Verify account',
      'Load more Apps',
    ],
  },
  { page: 'search', path: () => '/search', texts: ['Search Apps...'] },
  { page: 'search without results', path: () => '/search?q=zzzzqqqq', texts: ['No app with this name.'] },
  { page: 'search with many results', path: () => '/search?q=listing', texts: ['Load more result'] },
  {
    page: 'app',
    path: ({ app }) => app,
    texts: ['App Details', 'Latest Features', 'Edit', 'List new version', 'No apps yet'],
  },
  {
    page: 'new app',
    path: () => '/new',
    texts: [
      'Tell us about your App',
      'Basic',
      'Logo',
      'Screenshots',
      'Category',
      'Links',
      'Next',
      'Character: 0 / 120',
    ],
  },
  {
    page: 'update overview',
    path: ({ app }) => `${app}/update`,
    texts: [
      'Logo',
      'Screenshots',
      'Basic-info',
      'Category',
      'Download-links',
      'Versions',
      'List new version',
      'Delete',
      'App Versions',
      'Show all',
      'Settings',
      'Under construction',
      'Beta',
    ],
  },
  { page: 'update: logo', path: ({ app }) => `${app}/update/logo`, texts: ['Upload new logo', 'Save'] },
  {
    page: 'update: basic info',
    path: ({ app }) => `${app}/update/basic-info`,
    texts: ['App name', 'Description', 'Version', 'Website', 'Save'],
  },
  { page: 'update: category', path: ({ app }) => `${app}/update/category`, texts: ['1 of 4', 'Save'] },
  {
    page: 'update: download links',
    path: ({ app }) => `${app}/update/download-links`,
    texts: ['Play Store', 'AppStore', 'Other Store', 'Save'],
  },
  { page: 'update: one screenshot', path: ({ screenshot }) => screenshot, texts: ['Replace', 'Delete'] },
  {
    page: 'update: replace a screenshot',
    path: ({ screenshot }) => `${screenshot}/replace`,
    texts: ['Save'],
  },
  {
    page: 'update: delete a screenshot',
    path: ({ screenshot }) => `${screenshot}/delete`,
    texts: ['Delete'],
  },
  { page: 'delete app', path: ({ app }) => `${app}/delete`, texts: ['Delete'] },
  {
    page: 'new version',
    path: ({ app }) => `${app}/new`,
    texts: [
      "What's your New Version about",
      'List new version',
      'Character: 0 / 2000',
      'Choose a release type',
      'Release version',
    ],
  },
  {
    page: 'signup',
    path: () => '/signup',
    texts: [
      'Create Account',
      'Showcase your App (Portfolio)',
      'Gain Recognition',
      'Find Inspiration',
      'Password must be 8 characters or more',
      'Login',
    ],
  },
  { page: 'login', path: () => '/login', texts: ['Login', 'Create Account'] },
  {
    page: 'verify user',
    path: () => '/verify-user',
    texts: ['Verify your account', '5 minutes', 'Request new code'],
  },
  { page: 'forgot password', path: () => '/forgot-password', texts: ['Reset your password'] },
  { page: 'set password', path: () => '/set-password', texts: ['Generate strong password?'] },
  {
    page: 'password was set',
    path: () => '/set-password/success',
    texts: ['Your password was set', 'Login', 'Recommended'],
  },
  {
    page: 'change password',
    path: () => '/change-password',
    texts: ['Forgot current password?', 'Generate strong password?'],
  },
  {
    page: 'password was changed',
    path: () => '/change-password/success',
    texts: ['Your password was changed'],
  },
  {
    page: 'user',
    path: ({ user }) => user,
    texts: [
      'Ada Page',
      'Edit',
      'Update Profile',
      'No account configured',
      'App Listing',
      'User Verification',
      'Account Signup',
    ],
  },
  { page: 'user without apps', path: ({ emptyUser }) => emptyUser, texts: ['No apps yet'] },
  { page: "a user's apps", path: ({ user }) => `${user}/apps`, texts: ['Ada Apps', 'Load more'] },
  { page: "a user's apps, none", path: ({ emptyUser }) => `${emptyUser}/apps`, texts: ['No apps yet'] },
  { page: 'profile hub', path: () => '/profile/update', texts: ['Picture', 'Basic-info', 'Social-info'] },
  {
    page: 'profile: basic info',
    path: () => '/profile/update/basic-info',
    texts: ['Update basic info', 'Basic info'],
  },
  {
    page: 'profile: social info',
    path: () => '/profile/update/social-info',
    texts: ['Update social info', 'Social info'],
  },
  { page: 'terms', path: () => '/terms', texts: ['Coming soon', 'Nigeria'] },
  { page: 'privacy', path: () => '/privacy', texts: ['Coming soon'] },
  {
    page: 'about',
    path: () => '/about',
    texts: ['Free', 'Variant', 'Reach', 'Instant distribution', 'Collaboration', 'Work in progress'],
  },
  {
    page: '404',
    path: () => '/no/such/page',
    texts: [`NaijaBuilt cannot find this page. Go back one step`, 'Go back one step'],
  },
];

/** The text on the home page of an empty directory. */
const onEmptyHome = `No Apps listed on NaijaBuilt yet. Be the first to register your app.`;

/** Texts that a script shows to the owner in place of the public ones. */
const forOwners: { path: (addresses: Addresses) => string; text: string }[] = [
  { path: ({ user }) => `${user}/apps`, text: 'Your Apps' },
  { path: ({ emptyUser }) => `${emptyUser}/apps`, text: 'You have no Apps created yet.' },
];

let addresses: Addresses;
let emptyHome: string;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };
/** The texts of a page, also those that wait for a script, and the placeholders of fields. */
async function textsOf(path: string): Promise<string> {
  const { html, all } = await client.page(path);
  const body = html
    .slice(html.indexOf('<body'))
    .replaceAll(/<(script|style|template)\b.*?<\/\1>|<!--.*?-->|<[^>]+>/gs, ' ')
    .replaceAll(/&(\w+|#\w+);/g, (entity, name: string) => entities[name] ?? entity)
    .replaceAll(/\s+/g, ' ');
  return [body, ...all('[placeholder]').map((field) => field.attribute('placeholder'))].join(' ');
}

beforeAll(async () => {
  emptyHome = await textsOf('/');
  const [person, other, empty] = [
    await people.verified({ firstname: 'Ada' }),
    await people.verified(),
    await people.verified(),
  ];
  const list = async (owner: typeof person, name: string, more: object = {}) => {
    const form = { name, description: 'A listing.', website: 'https://one.ng', category: 'Music', ...more };
    return (await client.as(owner).post<App>('/app/', form)).body;
  };
  // More than fit on one page of a list.
  for (let number = 0; number <= 20; number += 1) await list(person, `Listing ${String(number)}`);
  const app = await list(other, 'The only one', { screenshot: await picture(64, 64) });
  const path = `/app/${app.name_id}`;
  addresses = {
    app: path,
    user: `/user/${person.id}`,
    emptyUser: `/user/${empty.id}`,
    screenshot: `${path}/update/screenshots/${app.screenshot[0]?.id ?? ''}`,
  };
});

test.each(onPages)('Every specified text is on the page: $page', async ({ path, texts }) => {
  const said = await textsOf(path(addresses));
  expect(texts.filter((text) => !said.includes(text))).toEqual([]);
});

test('The home page of an empty directory says so', () => {
  expect(emptyHome).toContain(onEmptyHome);
});

test.each(forOwners)("'$text' is there for the owner", async ({ path, text }) => {
  const page = await client.page(path(addresses));
  const [, id = ''] = /^\/user\/([^/]+)/.exec(path(addresses)) ?? [];
  const own = page.all('[data-own-text]').filter((element) => element.attribute('data-owner-id') === id);
  expect(own.map((element) => element.attribute('data-own-text'))).toContain(text);
});
