// Going back from the page of the code to the report of a guest.
import { expect, inProof, newEmail, test, verifiedAccount } from '../support/browser.ts';
import { confirm, fillReport, message } from '../support/guest-reports.ts';
import { listApp } from '../support/listings.ts';

test('Going back from the code finds the report as it was typed', inProof, async ({ page, request }) => {
  const app = await listApp(request, await verifiedAccount(request));
  await fillReport(page, app.name_id);
  await page.getByLabel('Your name').fill('Bola Ade');
  await page.getByLabel('Your email address').fill(newEmail());
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('go back to the report and send it again')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Describe it')).toHaveValue(message);
  await expect(page.getByLabel('Your name')).toHaveValue('Bola Ade');
  await expect(page.getByRole('button', { name: 'Send report' })).toBeEnabled();
});

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'With' : 'Without'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test(
      'Going back after a refused report finds it as it was corrected',
      inProof,
      async ({ page, request }) => {
        const app = await listApp(request, await verifiedAccount(request));
        await fillReport(page, app.name_id);
        const link = page.getByLabel('A link that shows it');
        await link.fill('ftp://files.example.com');
        await page.getByLabel('Your name').fill('Bola Ade');
        await page.getByLabel('Your email address').fill(newEmail());
        const send = page.getByRole('button', { name: 'Send report' });
        await send.click();
        await expect(link).toHaveAttribute('aria-invalid', 'true');
        await link.fill('https://files.example.com');
        await page.getByLabel('Describe it').fill(`${message} Look again.`);
        await send.click();
        await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
        await page.goBack();
        await expect(page.getByLabel('Describe it')).toHaveValue(`${message} Look again.`);
        // Browsers restore no field without autocompletion; the script does.
        await expect(link).toHaveValue(
          javaScriptEnabled ? 'https://files.example.com' : 'ftp://files.example.com',
        );
      },
    );
  });

test(
  'The link on the page of the code leads to the report as it was typed, also after a wrong code',
  inProof,
  async ({ page, request }) => {
    const app = await listApp(request, await verifiedAccount(request));
    await fillReport(page, app.name_id);
    await page.getByLabel('Your name').fill('Bola Ade');
    const email = newEmail();
    await page.getByLabel('Your email address').fill(email);
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.getByLabel('Code').fill('AAAAAAAA');
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByRole('link', { name: 'go back to the report' }).click();
    await expect(page.getByLabel('Describe it')).toHaveValue(message);
    await expect(page.getByLabel('Your name')).toHaveValue('Bola Ade');
    await expect(page.getByLabel('Impersonation')).toBeChecked();
    await page.getByRole('button', { name: 'Send report' }).click();
    await confirm(page, email);
    await page.waitForFunction(() => sessionStorage.getItem('typed_form') === null);
    await page.goto(`/report?about=app:${app.name_id}`);
    await expect(page.getByLabel('Describe it')).toHaveValue('');
  },
);
