// A case at the desk: from the queue to its decision.
import type { Page } from '@playwright/test';
import {
  expect,
  laptop,
  phone,
  ready,
  test,
  verifiedAccount,
  violationsInBothThemes,
  inProof,
} from '../support/browser.ts';
import { createStaff, mailTo, openWith, reportApp, statusOfApp } from '../support/desk-browser.ts';
import { listApp } from '../support/listings.ts';
import { mailsIn } from '../support/mailbox.ts';

const rowOf = (page: Page, name: string) => page.locator('.desk-row').filter({ hasText: name });

async function reportedApp(page: Page) {
  const owner = await verifiedAccount(page.request);
  const app = await listApp(page.request, owner);
  await reportApp(page.request, app.name_id);
  return { owner, app };
}

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('A reported app is claimed, removed with a mail that was read before, and gone from the queue', async ({
      page,
    }) => {
      const { owner, app } = await reportedApp(page);
      const moderator = await createStaff(page.request, 'moderator');
      await openWith(page, moderator.pair, '/desk?kind=report&reason=scam');
      await ready(page);
      await expect(page.getByLabel('Kind')).toHaveValue('report');
      await rowOf(page, app.name).getByRole('link').click();
      await page.waitForURL(/\/desk\/case\//);
      await expect(page.getByRole('heading', { level: 1, name: /^Case \d{8}-/ })).toBeVisible();
      await expect(page).toHaveTitle(/^Case \d{8}-\w+ \| NaijaBuilt$/);
      await expect(page.getByText('It took my money and nobody answers since.')).toBeVisible();
      await page.getByRole('button', { name: 'Take it' }).click();
      await expect(page.getByText('You work on it.')).toBeVisible();

      // Nothing is sent without an action, a policy and both reasons.
      await page.getByRole('button', { name: 'Preview the mail' }).click();
      await expect(page.getByText('Choose what to do.')).toBeVisible();
      await page.getByLabel('What to do').selectOption('remove');
      await page.getByRole('button', { name: 'Preview the mail' }).click();
      await expect(page.getByText('Choose the policy that this is about.')).toBeVisible();
      await page.getByLabel('Policy').selectOption('scam');
      await page.getByLabel('Reason for the public page').fill('It takes money for nothing.');
      await page.getByLabel('Reason for the owner').fill('Three people paid and got nothing.');
      await page.getByRole('button', { name: 'Preview the mail' }).click();
      const preview = page.getByRole('region', { name: 'What will be sent' });
      await expect(preview).toContainText('It is public and becomes removed.');
      await expect(preview).toContainText(owner);
      await expect(preview.locator('pre')).toContainText('Three people paid and got nothing.');
      expect(await violationsInBothThemes(page)).toEqual([]);
      const shown = await preview.locator('pre').innerText();
      const subject = await preview
        .getByRole('paragraph')
        .filter({ hasText: /^Subject:/ })
        .innerText();

      // A change takes the preview away.
      await page.getByLabel('Reason for the owner').fill('Three people paid and got nothing!');
      await expect(preview).toHaveCount(0);
      await page.getByLabel('Reason for the owner').fill('Three people paid and got nothing.');
      await expect(preview).toBeVisible();
      await preview.getByRole('button', { name: 'Decide and send' }).click();
      await expect(page.getByText('This case has been decided.')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Decide', exact: true })).toBeFocused();
      await expect(page.getByRole('region', { name: 'Earlier decisions' })).toContainText(
        `Removed: ${app.name}`,
      );
      expect(await statusOfApp(page.request, app.name_id)).toBe(410);

      // The mail is the one that was read before, word by word.
      const sent = async () =>
        (await mailsIn(process.env['TEST_DATA_DIR'] ?? '')).find(
          ({ to, text }) => to === owner && text.includes('Three people paid'),
        );
      await expect.poll(sent).toBeDefined();
      const mail = await sent();
      expect(`Subject: ${mail?.subject}`).toBe(subject);
      // `mailsIn` leaves out what comes after the line '--', which every mail has.
      const text = words(mail?.text);
      expect(text.length).toBeGreaterThan(20);
      expect(words(shown).slice(0, text.length)).toEqual(text);
      await page.getByRole('link', { name: 'Back to the queue' }).click();
      await page.waitForURL('/desk');
      await expect(page.locator('.desk-row, .desk-empty').first()).toBeVisible();
      await expect(rowOf(page, app.name)).toHaveCount(0);
    });
  });
}

/** The texts are compared without their line breaks, which mails and screens make differently. */
const words = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Types a decision on a reported app as one of two moderators. */
async function typeDecision(page: Page) {
  const { app } = await reportedApp(page);
  const [one, other] = [
    await createStaff(page.request, 'moderator'),
    await createStaff(page.request, 'moderator'),
  ];
  await openWith(page, one.pair, '/desk');
  await ready(page);
  await rowOf(page, app.name).getByRole('link').click();
  await page.getByLabel('What to do').selectOption('limit');
  await page.getByLabel('Policy').selectOption('spam');
  await page.getByLabel('Reason for the public page').fill('Listed twice.');
  await page.getByLabel('Reason for the owner').fill('Keep one of the two.');
  return { app, other };
}

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('A refused decision and a reload keep what was typed', inProof, async ({ page }) => {
    const { app, other } = await typeDecision(page);
    await page.getByRole('button', { name: 'Preview the mail' }).click();
    await expect(page.getByRole('button', { name: 'Decide and send' })).toBeVisible();

    // Somebody else claims the case meanwhile.
    const number = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const headers = { authorization: `Bearer ${other.pair.access}` };
    const before = await page.request.get(`/api/v1/desk/cases/${number}/`, { headers });
    const { version } = (await before.json()) as { version: number };
    const claimed = await page.request.post(`/api/v1/desk/cases/${number}/claim/`, {
      headers,
      data: { version },
    });
    expect(claimed.status()).toBe(200);
    await page.getByRole('button', { name: 'Decide and send' }).click();
    await expect(page.getByText('This case has changed since you opened it.')).toBeVisible();
    await expect(page.getByLabel('Reason for the owner')).toHaveValue('Keep one of the two.');
    // The case is fetched again, so that the next preview is of its new state.
    await expect(page.getByText(/works on it\./)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Decide and send' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Preview the mail' }).click();
    await expect(page.getByText('Somebody else has taken this case.')).toBeVisible();
    await page.reload();
    await ready(page);
    await expect(page.getByLabel('Reason for the owner')).toHaveValue('Keep one of the two.');
    await expect(page.getByText(/works on it\./)).toBeVisible();
    expect(await statusOfApp(page.request, app.name_id)).toBe(200);
  });

  test(
    'What was typed before is said once, and a case that somebody else decided is shown as decided',
    inProof,
    async ({ page }) => {
      const { other } = await typeDecision(page);
      await page.reload();
      await ready(page);
      await page.getByRole('button', { name: 'Preview the mail' }).click();
      const decide = page.getByRole('button', { name: 'Decide and send' });
      await expect(decide).toBeVisible();
      await expect(page.getByText('What you typed before is here again.')).toHaveCount(1);

      const number = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const address = `/api/v1/desk/cases/${number}/`;
      const headers = { authorization: `Bearer ${other.pair.access}` };
      const { version } = (await (await page.request.get(address, { headers })).json()) as {
        version: number;
      };
      const decided = await page.request.post(`${address}decisions/`, {
        headers,
        data: {
          version,
          action: 'none',
          policy: 'spam',
          public_reason: 'It is fine.',
          owner_reason: 'Fine.',
        },
      });
      expect(decided.status(), await decided.text()).toBe(201);
      await decide.click();
      await expect(page.getByText('This case has been decided.')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Decide', exact: true })).toBeFocused();
      await expect(page.getByText(/works on it/)).toHaveCount(0);
    },
  );

  test('A question to the owner leaves the case open, and the focus in it', inProof, async ({ page }) => {
    const { app, owner } = await reportedApp(page);
    const moderator = await createStaff(page.request, 'moderator');
    await openWith(page, moderator.pair, '/desk');
    await ready(page);
    await rowOf(page, app.name).getByRole('link').click();
    await page.getByLabel('What to do').selectOption('ask-owner');
    await page.getByLabel('Policy').selectOption('spam');
    await page.getByLabel('Reason for the public page').fill('It is not clear what it does.');
    await page.getByLabel('Reason for the owner').fill('What does it do?');
    await page.getByRole('button', { name: 'Preview the mail' }).click();
    await page.getByRole('button', { name: 'Decide and send' }).click();
    await expect(page.getByRole('button', { name: 'Decide and send' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Decide', exact: true })).toBeFocused();
    await mailTo(owner, 'What does it do?');
    await expect(page.getByRole('heading', { name: 'Decide', exact: true })).toBeFocused();
  });

  test('Notes and messages are kept with the case', inProof, async ({ page }) => {
    const { app, owner } = await reportedApp(page);
    const moderator = await createStaff(page.request, 'moderator');
    await openWith(page, moderator.pair, '/desk');
    await ready(page);
    await rowOf(page, app.name).getByRole('link').click();
    await page.getByLabel('Note', { exact: true }).fill('Seen at two other sites.');
    await page.getByRole('button', { name: 'Keep the note' }).click();
    await expect(page.locator('.desk-list').getByText('Seen at two other sites.')).toBeVisible();
    await page.getByLabel('Message').fill('Please show your **licence**.');
    await page.getByRole('button', { name: 'Send the message' }).click();
    await expect(page.getByText('The message is on its way.')).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue('');
    await expect
      .poll(async () =>
        (await mailsIn(process.env['TEST_DATA_DIR'] ?? '')).some(
          ({ to, text }) => to === owner && text.includes('licence'),
        ),
      )
      .toBe(true);
  });
});
