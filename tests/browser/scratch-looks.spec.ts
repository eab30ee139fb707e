import { mkdirSync } from 'node:fs';
import { openAs, pairOf, ready, test, verifiedAccount } from '../support/browser.ts';
import { listApp } from '../support/listings.ts';

const out = '/tmp/g7-looks';
mkdirSync(out, { recursive: true });
for (const width of [360, 768, 1280])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`scratch ${width} ${colorScheme}`, async ({ page, request, context }) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const shot = async (name: string) => page.screenshot({ path: `${out}/${name}-${width}-${colorScheme}.png` });
      const email = await verifiedAccount(request);
      const app = await listApp(request, email);
      const other = await verifiedAccount(request);
      const { access } = await pairOf(request, other);
      const me = (await (await request.get('/api/v1/user/me/', { headers: { authorization: `Bearer ${access}` } })).json()) as { id: string };
      await page.goto('/app/%ff');
      await shot('a400');
      await page.goto(`/user/${me.id}`);
      await shot('b-profile-empty');
      await page.goto(`/user/${me.id}/apps`);
      await shot('c-apps-empty');
      await page.goto('/privacy');
      await shot('d-privacy');
      await page.mouse.wheel(0, 900);
      await page.waitForTimeout(300);
      await shot('e-privacy-below');
      await openAs(page, email, `/app/${app.name_id}/update/releases/${app.current_version.id}/delete`);
      await ready(page);
      await shot('f-release-delete');
      await page.goto(`/app/${app.name_id}/new`);
      await ready(page);
      await page.getByLabel('Latest feature').fill('Typed on the bus, and kept.');
      await page.reload();
      await ready(page);
      await shot('g-kept');
      const late = await context.newPage();
      await late.setViewportSize({ width, height: 800 });
      await late.emulateMedia({ colorScheme });
      let n = 0;
      await late.route('**/_astro/*.js', async (route) => {
        if (/LoginForm|BasicInfoForm|NewVersionForm|SocialInfo/.test(route.request().url())) { n += 1; return; }
        await route.continue();
      });
      await late.goto('/profile/update/basic-info');
      await late.waitForTimeout(1500);
      await late.screenshot({ path: `${out}/h-loading-${width}-${colorScheme}.png` });
      await late.goto('/login');
      await late.waitForTimeout(1000);
      await late.screenshot({ path: `${out}/i-loading-login-${width}-${colorScheme}.png` });
      await late.unrouteAll({ behavior: 'ignoreErrors' });
    });
