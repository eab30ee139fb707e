// WCAG 2.2 AA: axe on every page, forced colours, the skip link, and pages without JavaScript. zoom.spec.ts covers
// zoom and large text.
import { messages } from '../../src/lib/shared/text/messages.ts';
import { expect, laptop, test, violations } from '../support/browser.ts';
import { openPaths } from '../support/samples.ts';

test('Puts a working skip link first in the tab order of every page', async ({ page }) => {
  await page.setViewportSize(laptop);
  for (const path of await openPaths(page)) {
    await page.goto(path);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    // A form may take the focus when the page loads.
    if (!(await skip.evaluate((link) => link === document.activeElement))) {
      expect(
        ['/search', '/login', '/signup', '/forgot-password', '/verify-user', '/new'].includes(
          path.split('?')[0] ?? '',
        ),
      ).toBe(true);
      await skip.focus();
    }
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('header') === null)).toBe(true);
  }
});

test('Keeps current, pressed and focused elements distinguishable in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/category/finance');
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { borderTopWidth, borderTopColor, backgroundColor, color, outlineStyle } =
          getComputedStyle(element);
        return { borderTopWidth, borderTopColor, backgroundColor, color, outlineStyle };
      });
  expect(await look('.chip[aria-current]')).not.toEqual(await look('.chip:not([aria-current])'));
  await page.goto('/');
  const strength = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((dot) => getComputedStyle(dot, '::before').opacity);
  expect(await strength('.dot[aria-current]')).not.toBe(await strength('.dot:not([aria-current])'));
  // Forced colours remove the background of a button, so it needs a border.
  for (const selector of ['.button.list-app', '.button.quiet'])
    expect((await look(selector)).borderTopWidth).not.toBe('0px');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect((await look('.brand')).outlineStyle).toBe('solid');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('Every page works without JavaScript: it has a heading and shows no button that needs a script', async ({
    page,
  }) => {
    for (const path of await openPaths(page)) {
      await page.goto(path);
      await expect(page.locator('h1, .form-alert').first(), path).toBeVisible();
      // A form that needs JavaScript shows a notice, and its controls are drawn but inert.
      if ((await page.content()).includes(messages.needsScript)) continue;
      for (const button of await page.locator('main button:visible, header button:visible').all()) {
        const type = await button.getAttribute('type');
        expect([path, await button.innerText(), type === 'submit' || type === null]).toEqual([
          path,
          await button.innerText(),
          true,
        ]);
      }
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'About' })).toBeVisible();
    }
  });
});

test('Axe finds no violation on any public page, narrow or wide, in either theme', async ({ page }) => {
  for (const path of await openPaths(page)) {
    await page.goto(path);
    // A list loads the next page by itself when its end is in view.
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect([width, path, await violations(page)]).toEqual([width, path, []]);
    }
  }
});
