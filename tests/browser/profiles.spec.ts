// Profiles as their owner, another user and a visitor see them, and the changes that an owner makes.
import type { APIRequestContext, Page } from '@playwright/test';
import type { UserJson } from '../../src/lib/shared/schemas/users.ts';
import {
  expect,
  laptop,
  openAs,
  pairOf,
  phone,
  ready,
  test,
  verifiedAccount,
  violations,
  seen,
  inProof,
} from '../support/browser.ts';
import { listApp, pictureFile } from '../support/listings.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

async function me(request: APIRequestContext, email: string): Promise<UserJson> {
  const { access } = await pairOf(request, email);
  const answer = await request.get('/api/v1/user/me/', { headers: { authorization: `Bearer ${access}` } });
  return (await answer.json()) as UserJson;
}

async function change(request: APIRequestContext, email: string, data: Record<string, string>) {
  const { access } = await pairOf(request, email);
  const { id } = await me(request, email);
  const answer = await request.patch(`/api/v1/user/${id}/`, {
    data,
    headers: { authorization: `Bearer ${access}` },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as UserJson;
}

const full = {
  about_me: 'I build apps for markets.\n\nMostly at night.',
  phone_no: '+2348031234567',
  country: 'Nigeria',
  country_code: 'NG',
  address: '12 Allen Avenue, Ikeja',
  tags: 'Go,TypeScript',
  social_account_dict: '{"github":"https://github.com/ada","linkedin":"https://www.linkedin.com/in/ada"}',
};

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('Shows owners their full profile', inProof, async ({ page, request }) => {
      const email = await verifiedAccount(request);
      const app = await listApp(request, email);
      const user = await change(request, email, full);
      await openAs(page, email, '/profile');
      await page.waitForURL(`/user/${user.id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
      const main = page.getByRole('main');
      for (const text of [
        'Ada Obi',
        'Mostly at night.',
        email,
        '+234 803 123 4567',
        '12 Allen Avenue, Ikeja',
        'Go',
      ])
        await expect(main.getByText(text, { exact: true }).first()).toBeVisible();
      await expect(main.getByRole('link', { name: 'GitHub' })).toHaveAttribute(
        'href',
        'https://github.com/ada',
      );
      await expect(main.getByRole('link', { name: app.name }).first()).toBeVisible();
      for (const event of ['App Listing', 'User Verification', 'Account Signup'])
        await expect(main.getByText(event)).toBeVisible();
      await main.locator('[data-views-chart]').scrollIntoViewIfNeeded();
      await expect(main.getByText(/^\d+ in the last 30 days/)).toBeVisible();
      await expect(main.getByRole('img', { name: /views/i })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      const edit = main.getByRole('link', { name: 'Edit', exact: true });
      await expect(edit).toHaveAttribute('href', '/profile/update');
      await main.getByRole('link', { name: 'Update Profile' }).click();
      await page.waitForURL('/profile/update');
    });

    test('Shows an empty profile to a visitor and to another user', inProof, async ({ page, request }) => {
      const { id } = await me(request, await verifiedAccount(request));
      await page.goto(`/user/${id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Ada Page' })).toBeVisible();
      await expect(page.getByText('No apps yet')).toBeVisible();
      await expect(page.getByText('No account configured')).toBeVisible();
      for (const name of ['Update Profile', 'Edit'])
        await expect(page.getByRole('link', { name, exact: true })).toBeHidden();
      await expect(page.locator('[data-views-chart]')).toBeHidden();
      expect(await violations(page)).toEqual([]);
      await openAs(page, await verifiedAccount(request), `/user/${id}`);
      await expect(page.locator('[data-session-avatar]')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Update Profile' })).toBeHidden();
      expect(await page.locator('script[src*="client"]').count()).toBe(0);
    });

    test('The overview leads to every update page', inProof, async ({ page, request }) => {
      const email = await verifiedAccount(request);
      await openAs(page, email, '/profile/update');
      expect(await violations(page)).toEqual([]);
      for (const [card, path] of [
        ['Picture', '/profile/update/picture'],
        ['Basic-info', '/profile/update/basic-info'],
        ['Social-info', '/profile/update/social-info'],
      ] as const) {
        await page.goto('/profile/update');
        await page.locator('.parts').getByRole('link', { name: card }).click();
        await page.waitForURL(path);
        await expect(save(page)).toBeDisabled();
        expect(await violations(page)).toEqual([]);
        const menu = page.getByRole('navigation', { name: 'Update profile' });
        await expect(menu).toBeVisible({ visible: device === 'laptop' });
      }
      const title = device === 'phone' ? 'Update social info' : 'Social info';
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    });

    test('A new picture is cropped to a square and shows everywhere at once', async ({ page, request }) => {
      const email = await verifiedAccount(request);
      const app = await listApp(request, email);
      await openAs(page, email, '/profile/update/picture');
      const { path } = await pictureFile('me.jpg', 900, 600, 'jpeg');
      await page.locator('input[type="file"]').setInputFiles(path);
      const area = page.getByRole('group', { name: /Part of the picture/ });
      await expect(area).toBeVisible();
      await area.focus();
      const before = await area.boundingBox();
      for (let times = 0; times < 5; times += 1) await area.press('ArrowRight');
      await expect.poll(async () => (await area.boundingBox())?.x ?? 0).toBeGreaterThan(before?.x ?? 0);
      const after = await area.boundingBox();
      expect(Math.abs((after?.width ?? 0) - (after?.height ?? 1))).toBeLessThan(2);
      expect(await violations(page)).toEqual([]);
      await save(page).click();
      await seen(page, 'Update successful');
      await page.waitForURL(/\/user\//);
      await expect(page.locator('.profile-who img.avatar')).toBeVisible();
      await expect(page.locator('[data-session-avatar] img')).toBeVisible();
      await page.goto(`/app/${app.name_id}`);
      await expect(page.locator('.app-side img.avatar')).toBeVisible();
      await page.goto('/');
      await expect(page.locator('.card', { hasText: app.name }).locator('img.avatar')).toBeVisible();
    });
  });
}

test('Redirects an old handle permanently to the new one', inProof, async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const { id } = await me(request, email);
  const [first, second] = [`first-${id.slice(-8)}`, `second-${id.slice(-8)}`];
  await change(request, email, { handle: first });
  await change(request, email, { handle: second });
  const answer = await request.get(`/u/${first}`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers()['location']]).toEqual([301, `/u/${second}`]);
  await page.goto(`/user/${id}`);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`/u/${second}$`));
  expect((await request.get('/u/nobody-at-all')).status()).toBe(404);
});

test('Shares a profile by its link', inProof, async ({ page, context, request, baseURL }) => {
  const { id } = await me(request, await verifiedAccount(request));
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL ?? '' });
  await page.goto(`/user/${id}`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL ?? ''}/user/${id}`);
  const shared = page.getByRole('link', { name: 'WhatsApp' }).or(page.getByRole('button', { name: 'Share' }));
  await expect(shared.first()).toBeVisible();
});

test('Prints the portfolio without the rest of the page', inProof, async ({ page, request }) => {
  const email = await verifiedAccount(request);
  await listApp(request, email);
  const { id } = await change(request, email, full);
  await page.goto(`/user/${id}`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Mostly at night.')).toBeVisible();
  for (const gone of ['.nav', '.footer', '.share', '.list-app'])
    await expect(page.locator(gone)).toBeHidden();
});

test("Counts views, except the owner's own", inProof, async ({ page, browser, request, baseURL }) => {
  const email = await verifiedAccount(request);
  const app = await listApp(request, email);
  const { id } = await me(request, email);
  await openAs(page, email, `/user/${id}`);
  await page.goto(`/app/${app.name_id}`);
  // An automated browser identifies itself and would be counted as a bot.
  const userAgent = await page.evaluate(() => navigator.userAgent.replace('Headless', ''));
  const visitor = await browser.newContext({ userAgent, ...(baseURL && { baseURL }) });
  // Where the link leads is not asked.
  await visitor.route('https://myapp.ng/**', (route) => route.fulfill({ status: 204 }));
  for (let times = 0; times < 2; times += 1) {
    const visit = await visitor.newPage();
    await visit.goto(`/app/${app.name_id}`);
    // The script that reports taps comes after the page.
    await visit.waitForLoadState('networkidle');
    await Promise.all([
      visit.waitForResponse((answer) => answer.url().endsWith(`/app/${app.id}/taps/`)),
      visit.locator('.download').first().click(),
    ]);
    await visit.goto(`/user/${id}`);
  }
  await visitor.close();
  const headers = { authorization: `Bearer ${(await pairOf(request, email)).access}` };
  const countOf = async (path: string) =>
    ((await (await request.get(`/api/v1/${path}/views/`, { headers })).json()) as { total: number }).total;
  await expect.poll(() => countOf(`app/${app.id}`), { timeout: 15_000 }).toBe(1);
  await expect.poll(() => countOf(`user/${id}`), { timeout: 15_000 }).toBe(1);
  await page.goto(`/app/${app.name_id}/update`);
  await ready(page);
  await page.locator('[data-views-chart]').scrollIntoViewIfNeeded();
  await expect(page.getByText('1 in the last 30 days, 1 in all; links tapped 1 and 1 times')).toBeVisible();
});
