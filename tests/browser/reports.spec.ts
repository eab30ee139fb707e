// Reports as people send them: with and without an account, with and without JavaScript.
import { reportMessages } from '../../src/lib/shared/text/report-messages.ts';
import {
  codeFor,
  expect,
  inProofUnless,
  laptop,
  newEmail,
  openAs,
  phone,
  storedPair,
  test,
  verifiedAccount,
  violations,
  violationsInBothThemes,
  inProof,
} from '../support/browser.ts';
import { linkIn, mailTo, reportApp } from '../support/desk-browser.ts';
import { confirm, fillReport, message } from '../support/guest-reports.ts';
import { tabTo } from '../support/keyboard.ts';
import { listApp } from '../support/listings.ts';

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'With' : 'Without'} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: phone });

    test('A guest reports an app in three taps and a send, and enters the mailed code', async ({
      page,
      request,
    }) => {
      const app = await listApp(request, await verifiedAccount(request));
      await fillReport(page, app.name_id);
      const email = newEmail();
      await page.getByLabel('Your name').fill('Bola Ade');
      await page.getByLabel('Your email address').fill(email);
      await page.getByRole('button', { name: 'Send report' }).click();
      await confirm(page, email);
      await expect(page.getByRole('link', { name: app.name })).toBeVisible();
    });

    // tests/pages/report-forms.test.ts refuses the form without JavaScript.
    test(
      'What was typed is there again after a refusal',
      inProofUnless(javaScriptEnabled),
      async ({ page, request }) => {
        const app = await listApp(request, await verifiedAccount(request));
        await fillReport(page, app.name_id);
        await page.getByLabel('A link that shows it').fill('ftp://files.example.com');
        await page.getByLabel('Your name').fill('Bola Ade');
        await page.getByLabel('Your email address').fill('bola@example.com');
        await page.getByRole('button', { name: 'Send report' }).click();
        await expect(page.getByRole('alert').first()).toContainText('Enter a link that begins with');
        await expect(page.getByLabel('Describe it')).toHaveValue(message);
        await expect(page.getByLabel('Impersonation')).toBeChecked();
        await expect(page.getByLabel('A link that shows it')).toHaveValue('ftp://files.example.com');
        await expect(page.getByLabel('Your name')).toHaveValue('Bola Ade');
      },
    );
  });

for (const [device, viewport] of Object.entries({ phone, laptop }))
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('A member reports with three taps and a send, without a code', async ({ page, request }) => {
      const app = await listApp(request, await verifiedAccount(request));
      await openAs(page, await verifiedAccount(request), '/about');
      await fillReport(page, app.name_id);
      await expect(page.getByLabel('Your name')).toBeHidden();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Send report' }).click();
      await expect(page.getByText('Our staff look at it.')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });

test('A refusal shows a member what to do, and keeps the text', inProof, async ({ page, request }) => {
  const owner = await verifiedAccount(request);
  const app = await listApp(request, owner);
  await openAs(page, owner, '/about');
  await fillReport(page, app.name_id);
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('This is yours: you can change or delete it yourself.')).toBeVisible();
  await expect(page.getByLabel('Describe it')).toHaveValue(message);
});

test(
  'A member for whom the script did not load sends the report as a guest',
  inProof,
  async ({ page, request }) => {
    const app = await listApp(request, await verifiedAccount(request));
    await openAs(page, await verifiedAccount(request), '/about');
    await page.route('**/send-report*.js', (route) => route.abort());
    await fillReport(page, app.name_id);
    const send = page.getByRole('button', { name: 'Send report' });
    await send.click();
    await expect(page.getByRole('alert').filter({ hasText: reportMessages.notLoaded })).toBeVisible();
    await expect(page.getByText('You are logged in')).toBeHidden();
    await expect(page.getByLabel('Describe it')).toHaveValue(message);
    await expect(page.getByLabel('Your name')).toBeFocused();
    await page.getByLabel('Your name').fill('Bola Ade');
    await page.getByLabel('Your email address').fill(newEmail());
    await send.click();
    await expect(page.getByLabel('Code')).toBeVisible();
  },
);

test(
  'A member whose login has ended learns it, and sends the report as a guest',
  inProof,
  async ({ page, request }) => {
    const app = await listApp(request, await verifiedAccount(request));
    await openAs(page, await verifiedAccount(request), '/about');
    await fillReport(page, app.name_id);
    const { refresh } = await storedPair(page);
    await request.post('/api/v1/logout/', { data: { refresh } });
    await page.getByRole('button', { name: 'Send report' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Your login has ended.' });
    await expect(alert).toHaveText(
      'Your login has ended. Enter your name and email address, or log in again.',
    );
    await expect(page.getByText('is missing.')).toHaveCount(0);
    await expect(page.getByLabel('Describe it')).toHaveValue(message);
    await expect(page.getByLabel('Your name')).toBeFocused();
    expect(await violations(page)).toEqual([]);
    const email = newEmail();
    await page.getByLabel('Your name').fill('Bola Ade');
    await page.getByLabel('Your email address').fill(email);
    await page.getByRole('button', { name: 'Send report' }).click();
    await confirm(page, email);
  },
);

test('The form and its code work by keyboard alone', inProof, async ({ page, request }) => {
  const app = await listApp(request, await verifiedAccount(request));
  const email = newEmail();
  await page.goto(`/report?about=app:${app.name_id}`);
  await page.getByLabel('Impersonation').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Scam or fraud')).toBeChecked();
  for (const text of [message, '', 'Bola Ade', email]) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await tabTo(page, page.getByLabel('Code'));
  await page.keyboard.type(await codeFor(email));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Our staff look at it.')).toBeVisible();
});

test('An owner answers a question by keyboard alone', inProof, async ({ page, request }) => {
  const owner = await verifiedAccount(request);
  const app = await listApp(request, owner);
  // A report of a wrong fact asks the owner first.
  await reportApp(request, app.name_id, 'facts');
  const asked = await mailTo(owner, '/answer/');
  await page.goto(linkIn(asked, '/answer/'));
  const answer = page.getByRole('button', { name: 'It is right as it is' });
  await expect(answer).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await tabTo(page, answer);
  await page.keyboard.press('Enter');
  await expect(page.getByText('nothing more is needed from you')).toBeVisible();
});

test('The viewer reports the screenshot that it shows', inProof, async ({ page, request }) => {
  const app = await listApp(request, await verifiedAccount(request), { screenshots: 2 });
  await page.goto(`/app/${app.name_id}`);
  await page.locator('[data-shots] a').nth(1).click();
  const link = page.locator('[data-report-link]');
  await expect(link).toHaveAttribute('href', new RegExp(app.screenshot[1]?.id ?? 'none'));
  await page.getByRole('button', { name: 'Previous screenshot' }).click();
  await expect(link).toHaveAttribute('href', new RegExp(app.screenshot[0]?.id ?? 'none'));
  await link.click();
  await expect(page.getByRole('heading', { name: `Report a screenshot of ${app.name}` })).toBeVisible();
});
