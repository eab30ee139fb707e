// Sessions over time, across tabs, and on the public pages.
import {
  codeFor,
  expect,
  menuOf,
  openAs,
  pairOf,
  phone,
  post,
  ready,
  expire,
  signUp,
  storedPair,
  storePair,
  test,
  verifiedAccount,
  countRefreshes,
  password,
  laptop,
  inProof,
  inProofUnless,
  seen,
} from '../support/browser.ts';
import { shiftsOf, watchShifts } from '../support/layout-shifts.ts';

test.use({ viewport: laptop });

for (const locks of ['with Web Locks', 'without Web Locks']) {
  test(
    `Two tabs that refresh at once both stay logged in, ${locks}`,
    inProofUnless(locks === 'with Web Locks'),
    async ({ context, page, request }) => {
      if (locks.startsWith('without')) {
        await context.addInitScript(() => {
          Object.defineProperty(navigator, 'locks', { value: undefined });
        });
      }
      await openAs(page, await verifiedAccount(request), '/about');
      const pair = await storedPair(page);
      await page.close();
      const tabs = await Promise.all([context.newPage(), context.newPage()]);
      await Promise.all(tabs.map((tab) => tab.goto('/favicon.svg')));
      const access = expire(pair.access ?? '');
      for (const tab of tabs) await storePair(tab, { access, refresh: pair.refresh ?? '' });
      const refreshes = countRefreshes(context);
      await Promise.all(tabs.map((tab) => tab.goto('/about')));
      for (const tab of tabs) {
        await expect.poll(async () => (await storedPair(tab)).access).not.toBe(access);
        await expect(menuOf(tab).avatar).toBeVisible();
      }
      await expect
        .poll(async () => (await storedPair(tabs[0])).access === (await storedPair(tabs[1])).access)
        .toBe(true);
      expect(refreshes()).toBe(1);
      const { access: now } = await storedPair(tabs[1]);
      const me = await request.get('/api/v1/user/me/', { headers: { authorization: `Bearer ${now ?? ''}` } });
      expect(me.status()).toBe(200);
    },
  );
}

test(
  'Repeats a call once with a new token when the server refuses the old one',
  inProof,
  async ({ page, request }) => {
    const email = await verifiedAccount(request);
    await openAs(page, email, '/change-password');
    await ready(page);
    const pair = await storedPair(page);
    // The token has not expired, but the server does not accept it.
    await page.evaluate((access) => localStorage.setItem('login_token', access), `${pair.access ?? ''}x`);
    await page.getByLabel('Current password', { exact: true }).fill(password);
    await page.getByLabel('New password', { exact: true }).fill('a wholly new one');
    await page.getByLabel('New password again', { exact: true }).fill('a wholly new one');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.waitForURL('/change-password/success');
  },
);

test(
  'A lost network logs nobody out; a session that the server ended is over',
  inProof,
  async ({ context, page, request }) => {
    const email = await verifiedAccount(request);
    const pair = await pairOf(request, email);
    await page.goto('/favicon.svg');
    await storePair(page, { ...pair, access: expire(pair.access) });
    const refreshes = countRefreshes(context);
    await context.route('**/token/refresh/', (route) => route.abort());
    await page.goto('/');
    await expect.poll(refreshes).toBeGreaterThan(1);
    await expect(menuOf(page).avatar).toBeVisible();
    expect((await storedPair(page)).refresh).toBe(pair.refresh);

    await context.unroute('**/token/refresh/');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(async () => (await storedPair(page)).refresh).not.toBe(pair.refresh);

    const now = await storedPair(page);
    await request.post('/api/v1/logout/', { data: { refresh: now.refresh } });
    await page.goto('/favicon.svg');
    await storePair(page, { access: expire(now.access ?? ''), refresh: now.refresh ?? '' });
    await page.goto('/');
    await expect(menuOf(page).avatar).toBeHidden();
    await expect.poll(() => storedPair(page)).toEqual({ access: null, refresh: null });
  },
);

test('Logging out in one tab logs the others out', inProof, async ({ context, page, request }) => {
  const email = await verifiedAccount(request);
  await openAs(page, email, '/about');
  const { access } = await storedPair(page);
  const other = await context.newPage();
  await other.goto('/');
  const secret = await context.newPage();
  await secret.goto('/change-password');
  await expect(menuOf(other).avatar).toBeVisible();
  await menuOf(page).logOut();
  await expect(menuOf(other).avatar).toBeHidden();
  await secret.waitForURL('/login?next=%2Fchange-password');
  await expect
    .poll(async () => {
      const me = await request.get('/api/v1/user/me/', {
        headers: { authorization: `Bearer ${access ?? ''}` },
      });
      return me.status();
    })
    .toBe(401);
  // The other tab follows a login as well.
  await storePair(page, await pairOf(request, email));
  await expect(menuOf(other).avatar).toBeVisible();
});

test('Tells an unverified user so, and the link sends a code', inProof, async ({ page, request }) => {
  const email = await signUp(request);
  await openAs(page, email, '/');
  await expect(page.getByText('Your account is not yet verified.')).toBeVisible();
  await page.getByRole('link', { name: 'Verify account' }).click();
  await page.waitForURL('/verify-user');
  await expect(page.getByText('A new verification code has been sent to your email')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await page.reload();
  await ready(page);
  await expect(page.getByRole('button', { name: 'Request new code', exact: true })).toBeVisible();
  // Within the minute the API sends no other code (rate-limits.test.ts); the one that was sent works.
  const error = 'A code was sent less than a minute ago. Enter that one, or ask for another in 42 s.';
  await page.route('**/resend-registration-code/', (route) =>
    route.fulfill({ status: 429, json: { error, fields: { code: error } } }),
  );
  await page.goto('/');
  await page.getByRole('link', { name: 'Verify account' }).click();
  await expect(page.locator('.form-alert.success', { hasText: error })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('Verification code').fill(await codeFor(email));
  await page.getByRole('button', { name: 'Verify account' }).click();
  await seen(page, 'User verification successful');
});

test(
  'A page notices that the account was verified or its session ended on another device',
  inProof,
  async ({ page, request }) => {
    const email = await signUp(request);
    await openAs(page, email, '/');
    const notice = page.getByText('Your account is not yet verified.');
    await expect(notice).toBeVisible();
    const { access } = await storedPair(page);
    await request.post('/api/v1/user/verify/', {
      data: { email, code: await codeFor(email) },
      headers: { authorization: `Bearer ${access ?? ''}` },
    });
    await page.reload();
    await expect(notice).toBeHidden();
    await expect(menuOf(page).avatar).toHaveText('A');

    const other = await signUp(request);
    await openAs(page, other, '/');
    await expect(notice).toBeVisible();
    await post(request, '/logout/', { refresh: (await storedPair(page)).refresh ?? '' });
    await page.reload();
    await expect(notice).toBeHidden();
    await expect(menuOf(page).avatar).toBeHidden();
  },
);

test(
  'The letter in the bar has the same round background as the picture that replaces it',
  inProof,
  async ({ page, request }) => {
    await openAs(page, await signUp(request), '/');
    const { avatar } = menuOf(page);
    await expect(avatar).toHaveText('A');
    const look = await avatar.evaluate((face) => {
      const { width, height } = face.getBoundingClientRect();
      const { borderRadius, overflow, backgroundColor } = getComputedStyle(face);
      return { width, height, borderRadius, overflow, backgroundColor };
    });
    expect(look).toMatchObject({ width: 40, height: 40, borderRadius: '50%', overflow: 'hidden' });
    expect(look.backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
  },
);

test('Shows no verification notice to a verified account', inProof, async ({ page, request }) => {
  await openAs(page, await verifiedAccount(request), '/');
  await expect(menuOf(page).avatar).toBeVisible();
  await expect(page.getByText('Your account is not yet verified.')).toBeHidden();
  await page.goto('/verify-user');
  await expect(page.getByText('Your account is verified.')).toBeVisible();
});

test('Nothing on the page shifts for a logged-in user', inProof, async ({ page, request }) => {
  await page.setViewportSize(phone);
  await watchShifts(page);
  await openAs(page, await signUp(request), '/');
  await expect(menuOf(page).avatar).toHaveText('A');
  expect(await shiftsOf(page)).toEqual([]);
});

test("The owner's own pages say 'Your' in place of the name", inProof, async ({ page, request }) => {
  const email = await verifiedAccount(request);
  await openAs(page, email, '/about');
  const { access } = await storedPair(page);
  const me = await request.get('/api/v1/user/me/', { headers: { authorization: `Bearer ${access ?? ''}` } });
  const { id } = (await me.json()) as { id: string };
  await page.goto(`/user/${id}/apps`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Apps');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Apps');
});
