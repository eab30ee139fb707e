// The specification's texts that need a script or a click before they appear.
import { expect, openAs, test, verifiedAccount, inProof } from '../support/browser.ts';
import { inBrowser } from '../support/specified-page-texts.ts';
import { create, fillBasics, next, openWizard } from '../support/wizard.ts';

test('The wizard shows its titles, its limits and its question before it is left', async ({ page }) => {
  await openWizard(page);
  await page.getByRole('button', { name: 'Leave the form' }).click();
  const dialog = page.getByRole('dialog', { name: inBrowser.leave.title });
  await expect(dialog).toContainText(inBrowser.leave.text);
  for (const text of inBrowser.leave.buttons)
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  await dialog.getByText('No, Stay on Page').click();
  await fillBasics(page, 'Specified texts');
  for (const title of inBrowser.wizard) {
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    if (title.startsWith('Select')) {
      for (const name of ['Books', 'Music', 'News', 'Games'])
        await page.getByLabel(name, { exact: true }).check();
      await expect(page.getByText(inBrowser.maximum, { exact: true })).toBeVisible();
      await expect(page.getByText('4 of 4')).toBeVisible();
    }
    if (!title.startsWith('Add')) await next(page).click();
  }
  for (const label of inBrowser.linkFields)
    await expect(page.getByLabel(label, { exact: true })).toBeVisible();
  await expect(page.getByText(inBrowser.loggedOut).first()).toBeVisible();
  await expect(create(page)).toBeVisible();
});

test('The forms of a profile have their labels and placeholders', inProof, async ({ page, request }) => {
  const email = await verifiedAccount(request);
  await openAs(page, email, '/profile/update/picture');
  for (const text of inBrowser.picture)
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  await page.goto('/profile/update/basic-info');
  for (const text of inBrowser.basicInfo)
    await expect(page.getByPlaceholder(text, { exact: true })).toBeVisible();
  await page.goto('/profile/update/social-info');
  await expect(page.getByPlaceholder(inBrowser.socialInfo.placeholder)).toHaveCount(4);
  await expect(page.getByText(inBrowser.socialInfo.more).first()).toBeVisible();
});

test("Shows the schema's errors for a name or description beside the field", inProof, async ({ page }) => {
  await openWizard(page);
  const name = page.getByLabel('App name');
  const description = page.getByLabel('Description');
  // Invisible characters that trimming does not remove.
  await name.fill('\u200b\u2060');
  await expect(page.getByText('Enter the name of your app.')).toBeVisible();
  await description.fill('\u2800');
  await expect(page.getByText('Enter a description of your app.')).toBeVisible();
  await expect(next(page)).toBeDisabled();
  // Line breaks and repeated spaces count as one space each, which is how they are stored.
  await name.fill('Breaks and spaces');
  await description.fill(`One\n\n\n${' '.repeat(120)}two`);
  await expect(page.getByText('Enter a description of your app.')).toBeHidden();
  await expect(page.getByText('characters at most')).toBeHidden();
  await expect(next(page)).toBeEnabled();
});
