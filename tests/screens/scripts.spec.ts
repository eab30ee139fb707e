// Scripts that come late, fail or throw, a browser that blocks storage, and what the content security policy stops.
import type { Page } from '@playwright/test';
import type { App } from '../harness/shapes.ts';
import {
  expect,
  listApp,
  openAs,
  phone,
  ready,
  sampleApp,
  seen,
  test,
  violations,
} from '../harness/browser.ts';

test.use({ viewport: phone, isQuiet: false });

const failed = (page: Page) => page.getByText('Something went wrong').filter({ visible: true });
const retry = (page: Page) => page.getByRole('button', { name: 'Try again' });
const loading = (page: Page) => page.getByText('Loading the form');

/** Holds the scripts with these names. @returns lets them come */
async function hold(page: Page, scripts: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(scripts, async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve(undefined);
}

test('Keeps what was typed before the script of a form has come, and sends it then', async ({
  page,
  site,
}) => {
  const person = await site.people.verified();
  const come = await hold(page, /\/_astro\/.*Form.*\.js/);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  come();
  await page.waitForURL('/');
});

for (const [what, scripts] of [
  ['of a form', /\/_astro\/LoginForm.*\.js/],
  ['that forms share', /\/_astro\/renderer.*\.js/],
] as const)
  test(`A script ${what} that fails to load is told, and a retry keeps the input`, async ({ page }) => {
    await page.route(scripts, (route) => route.abort());
    await page.goto('/signup', { waitUntil: 'commit' });
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
    await expect(failed(page)).toBeVisible();
    await expect(loading(page)).toBeHidden();
    await page.unroute(scripts);
    await retry(page).click();
    await ready(page);
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@example.com');
    await expect(failed(page)).toBeHidden();
  });

test('No button that sends a form is rendered disabled', async ({ page, site }) => {
  const person = await site.people.verified();
  const { name_id: app } = await listApp(site, person);
  for (const path of ['/login', '/signup', `/app/${app}/update/basic-info`, `/app/${app}/new`]) {
    const html = await (await page.request.get(path)).text();
    expect(html.match(/<button[^>]*type="submit"[^>]*>/g)?.join(), path).not.toContain('disabled=""');
  }
});

test('A late script is told after 15 seconds, and still runs when it comes', async ({ page }) => {
  await page.clock.install();
  const come = await hold(page, /\/_astro\/LoginForm.*\.js/);
  await page.goto('/signup', { waitUntil: 'domcontentloaded' });
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.getByLabel('First name').fill('Ada');
  await expect(loading(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'List your App' })).toBeHidden();
  await page.clock.fastForward(10_000);
  await expect(failed(page)).toBeHidden();
  await page.clock.fastForward(5_000);
  await expect(failed(page)).toBeVisible();
  await page.clock.resume();
  come();
  await ready(page);
  await expect(failed(page)).toBeHidden();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
});

test('A form that throws says so, and keeps the input for a retry', async ({ page, site }) => {
  const owner = await site.people.verified();
  const app = await listApp(site, owner);
  await openAs(page, owner, `/app/${app.name_id}/new`);
  const feature = page.getByLabel('Latest feature', { exact: true });
  await feature.fill('Works offline');
  // The form counts its characters with this function.
  await page.evaluate(() => {
    const own = Array as ArrayConstructor & { whole?: typeof Array.from };
    own.whole = Array.from.bind(Array);
    Array.from = () => {
      throw new Error('A fault of this test.');
    };
  });
  await feature.press('End');
  await feature.press('!');
  await expect(failed(page)).toBeVisible();
  await expect(feature).toHaveCount(0);
  await page.evaluate(() => {
    Array.from = (Array as unknown as { whole: typeof Array.from }).whole;
  });
  await retry(page).click();
  await expect(feature).toHaveValue('Works offline!');
  await page.getByRole('button', { name: 'Submit' }).click();
  await seen(page, 'Version update successful');
});

test("An owner's page whose script fails is not blank", async ({ page, site }) => {
  const owner = await site.people.verified();
  const app = await listApp(site, owner);
  await openAs(page, owner, '/terms');
  await page.route('**/_astro/Base.astro*.js', (route) => route.abort());
  await page.goto(`/app/${app.name_id}/update/basic-info`, { waitUntil: 'commit' });
  await expect(failed(page)).toBeVisible();
  await page.unroute('**/_astro/Base.astro*.js');
  await retry(page).click();
  await expect(page.getByLabel('App name')).toHaveValue(app.name);
});

test('A code that was typed before the scripts came is stored nowhere', async ({ page }) => {
  const scripts = /\/_astro\/VerifyUserForm.*\.js/;
  await page.route(scripts, (route) => route.abort());
  await page.goto('/verify-user', { waitUntil: 'commit' });
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await page.getByLabel('Verification code').fill('ABCD2345');
  await expect(failed(page)).toBeVisible();
  await page.unroute(scripts);
  await retry(page).click();
  await ready(page);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@example.com');
  await expect(page.getByLabel('Verification code')).toHaveValue('');
});

test('The search box loses no key while its scripts come, and is a plain form without them', async ({
  page,
}) => {
  const box = page.getByRole('searchbox', { name: 'Search Apps...' });
  const come = await hold(page, /\/_astro\/(?:SearchBox|renderer).*\.js/);
  await page.goto('/search');
  await page.keyboard.type('kuda');
  await page.keyboard.press('Enter');
  await page.waitForURL('/search?q=kuda');
  await expect(page.getByRole('link', { name: 'Kuda' })).toBeVisible();
  await page.goto('/search');
  await page.keyboard.type('hel!ium h');
  await expect(box).toHaveValue('helium_h');
  come();
  await page.keyboard.type('ealt', { delay: 30 });
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await page.keyboard.type('h');
  await expect(box).toHaveValue('helium_health');
  await expect(page).toHaveURL('/search?q=helium_health');
  await expect(page.getByRole('link', { name: 'Helium Health' })).toBeVisible();
});

test('A page that is read loads no React, also for a member, a screenshot and a saved app', async ({
  page,
  site,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const app = await sampleApp(site, 1);
  await openAs(page, await site.people.verified(), `/app/${app.name_id}`);
  await page.locator('main [data-heart]').filter({ visible: true }).first().click();
  await page.locator('[data-shots] a').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goto('/saved');
  await expect(page.locator('main').getByRole('link', { name: app.name })).toBeVisible();
  expect(loaded).toContainEqual(expect.stringMatching(/_astro\/client.*\.js$/));
  expect(loaded).not.toContainEqual(expect.stringMatching(/_astro\/renderer.*\.js$/));
});

test('A heart and a follow that are pressed before their scripts have come are done when they come', async ({
  page,
  site,
}) => {
  const saved = () =>
    page.evaluate(() => (localStorage.getItem('saved:') ?? '').split('"isSaved":true').length - 1);
  const heart = page.locator('[data-heart]').first();
  await page.route(/\/_astro\/.*\.js/, (route) => route.abort());
  await page.goto('/', { waitUntil: 'commit' });
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  expect(await saved()).toBe(0);
  await page.unroute(/\/_astro\/.*\.js/);
  await page.goto('/about');
  await expect.poll(saved).toBe(1);
  await page.goto('/');
  await expect(heart).toHaveAttribute('aria-pressed', 'true');

  const app = await listApp(site, await site.people.verified());
  const come = await hold(page, /\/_astro\/member-page.*\.js/);
  await openAs(page, await site.people.verified(), `/app/${app.name_id}`);
  await page.getByRole('button', { name: 'Follow this app' }).click();
  come();
  await expect(page.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true');
});

test('A member for whom the script of the report did not come sends it as a guest', async ({
  page,
  site,
}) => {
  const { body } = await site.client.get<{ results: App[] }>('/app/');
  await openAs(page, await site.people.verified(), '/about');
  await page.route(/\/_astro\/(?:api|client)\..*\.js/, (route) => route.abort());
  await page.goto(`/report?about=app:${body.results[0]?.name_id ?? ''}`);
  await page.getByLabel('Impersonation').check();
  await page.getByLabel('Describe it').fill('It copies the name of our bank, and asks for card numbers.');
  const send = page.getByRole('button', { name: 'Send report' });
  await send.click();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.getByLabel('Your name').fill('Bola Ade');
  await page.getByLabel('Your email address').fill(`bola.${String(Date.now())}@example.com`);
  await send.click();
  await expect(page.getByLabel('Code')).toBeVisible();
});

test('The policy stops markup, scripts and script addresses that are made of text', async ({ page }) => {
  await page.goto('/');
  const stopped = await page.evaluate(() => {
    const found: string[] = [];
    const attempt = (name: string, work: () => unknown): void => {
      try {
        work();
      } catch {
        found.push(name);
      }
    };
    attempt('innerHTML', () => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'));
    attempt('script address', () => (document.createElement('script').src = 'https://evil.example/x.js'));
    const inline = document.createElement('script');
    inline.append('window.ran = true');
    document.head.append(inline);
    // An inline script runs before `append` returns, or never.
    if (!('ran' in globalThis)) found.push('inline script');
    return found;
  });
  expect(stopped).toEqual(['innerHTML', 'script address', 'inline script']);
});

test.describe('Quietly', () => {
  test.use({ isQuiet: true });

  test("The page of the API's description works under its policy", async ({ page }) => {
    await page.goto('/api/v1/docs', { waitUntil: 'commit' });
    await page.locator('#operations-tag-Users').click();
    await expect(page.getByText('/api/v1/user/{id}/export/').first()).toBeVisible();
  });

  test('Pages work in a browser that blocks storage', async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Blocked.', 'SecurityError');
          },
        });
      IDBFactory.prototype.open = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
    });
    await page.goto('/');
    await page.locator('summary', { hasText: 'Menu' }).click();
    await page.getByText('Dark', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.keyboard.press('Escape');
    const heart = page.locator('[data-heart]').first();
    await heart.click();
    await expect(heart).toHaveAttribute('title', /./);
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
    await page.goto('/new');
    await expect(page.locator('.wizard:not([inert])')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test('A login that the browser does not store is ended on the server', async ({ page, site }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
    });
    const person = await site.people.verified();
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/token/'));
    await page.goto('/login');
    await ready(page);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
    const pair = (await (await answered).json()) as { access: string; refresh: string };
    await expect(page.getByText('Your browser does not let this site store your login.')).toBeVisible();
    await expect.poll(async () => (await site.client.as(pair).get('/user/me/')).status).toBe(401);
  });
});
