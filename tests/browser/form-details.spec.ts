// Details of the forms: the link in the verification mail, the terms at sign-up, and notices without JavaScript.
import type { Page } from '@playwright/test';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import {
  codeFor,
  expect,
  laptop,
  newEmail,
  password,
  phone,
  ready,
  test,
  verifiedAccount,
  violations,
  seen,
  inProof,
} from '../support/browser.ts';
import { listApp } from '../support/listings.ts';
import { mailsIn } from '../support/mailbox.ts';

test.use({ viewport: phone });

test.describe('The link in the verification mail', () => {
  async function signUpHere(page: Page): Promise<{ email: string; code: string }> {
    const email = newEmail();
    await page.goto('/signup');
    await ready(page);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Obi');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL('/verify-user');
    await ready(page);
    return { email, code: await codeFor(email) };
  }

  async function linkFor(email: string): Promise<URL> {
    const mails = await mailsIn(process.env['TEST_DATA_DIR'] ?? '');
    const mail = mails.findLast(({ to, subject }) => to.includes(email) && subject.includes('code'));
    return new URL(/https?:\/\/\S*verify-user\S*/.exec(mail?.text ?? '')?.[0] ?? 'none:');
  }

  test(
    'Carries the code in the fragment of the mailed link only, fills it in in another tab, and needs a press to verify',
    inProof,
    async ({ page, context }) => {
      const { email, code } = await signUpHere(page);
      const link = await linkFor(email);
      expect([link.pathname, link.search, link.hash]).toEqual(['/verify-user', '', `#code=${code}`]);
      const asked: string[] = [];
      context.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
      const tab = await context.newPage();
      await tab.goto(link.pathname + link.hash);
      await ready(tab);
      await expect(tab.getByLabel('Verification code')).toHaveValue(code);
      await expect(tab.getByLabel('Email', { exact: true })).toHaveValue(email);
      // Nothing was sent to the server, and the code is not in the history.
      await expect(tab).toHaveURL('/verify-user');
      expect(asked.filter((one) => one.includes(code) && !one.includes('#'))).toEqual([]);
      await tab.getByRole('button', { name: 'Verify account' }).click();
      await seen(tab, 'User verification successful');
      await tab.waitForURL('/');
    },
  );

  test('Fills in the code of the mailed link on a page that is open already', inProof, async ({ page }) => {
    const { email, code } = await signUpHere(page);
    await page.getByLabel('Verification code').fill('AAAA');
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      (await linkFor(email)).hash,
    );
    await expect(page.getByLabel('Verification code')).toHaveValue(code);
  });

  test('Fills in nothing from the link that is not a code', inProof, async ({ page }) => {
    await page.goto('/verify-user#code=<b>no</b>');
    await ready(page);
    await expect(page.getByLabel('Verification code')).toHaveValue('');
  });
});

test('Sign-up links the terms and the privacy policy before its button', inProof, async ({ page }) => {
  await page.goto('/signup');
  await ready(page);
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Create Account' }) });
  const terms = form.getByText(/By creating an account you accept/);
  await expect(terms.getByRole('link', { name: 'Terms of use' })).toHaveAttribute('href', urls.terms());
  await expect(terms.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', urls.privacy());
  const [text, button] = [
    await terms.boundingBox(),
    await form.getByRole('button', { name: 'Create Account' }).boundingBox(),
  ];
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThan(button?.y ?? 0);
  expect(await violations(page)).toEqual([]);
});

test('About names the copyright once', inProof, async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByText(`© ${String(new Date().getFullYear())}`)).toHaveCount(1);
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const viewport of [phone, laptop])
    test(
      `A notice keeps its margins at ${String(viewport.width)} pixels`,
      inProof,
      async ({ page, request }) => {
        await page.setViewportSize(viewport);
        const app = await listApp(request, await verifiedAccount(request));
        for (const path of [
          '/signup',
          '/login',
          '/verify-user',
          '/new',
          '/profile/update',
          '/profile/update/picture',
          urls.updateApp(app.name_id),
          urls.newVersion(app.name_id),
        ]) {
          await page.goto(path);
          const nav = await page.locator('.nav').boundingBox();
          const boxesOf = async (selector: string) => {
            const found = await page.locator(`main ${selector}:visible`).all();
            return (await Promise.all(found.map((one) => one.boundingBox()))).flatMap((box) => box ?? []);
          };
          const notices = await boxesOf('.form-alert');
          expect(notices.length, path).toBeGreaterThan(0);
          const others = await boxesOf(':is(h1, .icon-button, p, .wizard, .form-alert)');
          for (const notice of notices) {
            const bottom = notice.y + notice.height;
            const surrounds = (box: { y: number; height: number }) =>
              box.y < notice.y && box.y + box.height > bottom;
            const outside = others.filter((box) => (box.y < notice.y || box.y >= bottom) && !surrounds(box));
            const gaps = outside.map((box) =>
              box.y > notice.y ? box.y - notice.y - notice.height : notice.y - box.y - box.height,
            );
            expect(Math.min(...gaps), path).toBeGreaterThanOrEqual(8);
            expect(notice.x, path).toBeGreaterThanOrEqual(16);
            expect(notice.y - (nav?.y ?? 0) - (nav?.height ?? 0), path).toBeGreaterThanOrEqual(8);
          }
        }
      },
    );
});
