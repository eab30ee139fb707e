// The announcement on a phone: readable in both themes, and closed for good.
import type { SiteSettingsJson } from '../../src/lib/shared/schemas/moderation/site.ts';
import { expect, phone, ready, test, violationsInBothThemes } from '../support/browser.ts';
import { createStaff } from '../support/desk-browser.ts';

test.use({ viewport: phone });

test('Shows an announcement until it is closed, and a newer one again', async ({ page }) => {
  const { pair } = await createStaff(page.request, 'admin');
  const headers = { authorization: `Bearer ${pair.access}` };
  const path = '/api/v1/desk/site/';
  const version = async (): Promise<number> => {
    const answer = await page.request.get(path, { headers });
    return ((await answer.json()) as SiteSettingsJson).announcement.version;
  };
  const set = async (form: object, to = 'announcement/'): Promise<void> => {
    const answer = await page.request.post(path + to, {
      headers,
      data: { version: await version(), ...form },
    });
    expect(answer.status()).toBe(200);
  };
  const bar = page.getByRole('complementary', { name: 'Announcement' });
  try {
    for (const [kind, colorScheme] of [
      ['info', 'light'],
      ['warning', 'dark'],
    ] as const) {
      await set({ kind, text: `Unbreakable${'a'.repeat(200)}`, link: '/terms' });
      await page.emulateMedia({ colorScheme });
      await page.goto('/about');
      await ready(page);
      await expect(bar).toBeVisible();
      expect(await violationsInBothThemes(page)).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(phone.width);
    }
    await bar.getByRole('button', { name: 'Close the announcement' }).press('Enter');
    await expect(bar).toBeHidden();
    await page.goto('/terms');
    await ready(page);
    await expect(bar).toBeHidden();
    await set({ text: 'Another one.' });
    await page.goto('/about');
    await ready(page);
    await expect(bar).toBeVisible();
  } finally {
    await set({}, 'announcement/remove/');
  }
});
