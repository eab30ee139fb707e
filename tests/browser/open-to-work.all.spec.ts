// What a developer says about work, and what others see of it.
import { expect, openAs, phone, ready, test, verifiedAccount, violations } from '../support/browser.ts';

test.use({ viewport: phone });

test('A developer says what work is looked for, and others find it on the profile', async ({
  page,
  request,
}) => {
  await openAs(page, await verifiedAccount(request), '/profile/update/work');
  await ready(page);
  await page.getByRole('switch', { name: 'Open to work' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Choose at least one kind of work.').first()).toBeVisible();
  const choice = page.locator('label', { hasText: 'Full-time' });
  const box = page.getByLabel('Full-time');
  const [outer, inner] = [await choice.boundingBox(), await box.boundingBox()];
  if (!outer || !inner) throw new Error('The kinds of work are not drawn.');
  expect(outer.height).toBeGreaterThanOrEqual(44);
  // In the middle of its frame.
  expect(Math.abs(outer.y + outer.height / 2 - inner.y - inner.height / 2)).toBeLessThanOrEqual(1);
  await choice.click();
  await expect(box).toBeChecked();
  await page.getByRole('switch', { name: 'Remote' }).click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your page says for 60 days that you are open to work.')).toBeVisible();

  const id = await page.evaluate(async () => {
    const access = localStorage.getItem('login_token') ?? '';
    const answer = await fetch('/api/v1/user/me/', { headers: { authorization: `Bearer ${access}` } });
    return ((await answer.json()) as { id: string }).id;
  });
  await page.goto(`/user/${id}`);
  await expect(page.getByText('Full-time, remote')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Still open?' })).toBeVisible();
  // Nobody writes to themselves.
  await expect(page.getByRole('link', { name: 'Write a letter' })).toBeHidden();
  expect(await violations(page)).toEqual([]);

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.getByRole('link', { name: 'Still open?' })).toBeHidden();
  await page.getByRole('link', { name: 'Write a letter' }).click();
  await expect(page.getByRole('heading', { name: 'Write to Ada Obi' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
