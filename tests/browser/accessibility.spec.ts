// WCAG 2.2 AA: axe on wide pages, forced colours, and pages without JavaScript. every-page.all.spec.ts covers zoom,
// large text, the skip link, and axe on phones.
import { messages } from '../../src/lib/shared/text/messages.ts';
import { expect, inProof, test, violations } from '../support/browser.ts';
import { openPaths } from '../support/samples.ts';

test(
  'Keeps current, pressed and focused elements distinguishable in forced colours',
  inProof,
  async ({ page }) => {
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
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('Every page works without JavaScript: it has a heading and shows no button that needs a script', async ({
    page,
  }) => {
    for (const path of await openPaths(page)) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(path === '/no-such-page' ? 404 : 200);
      await expect(page.locator('h1, .form-alert').first(), path).toBeVisible();
      // A form that needs JavaScript shows a notice, and its controls are drawn but inert.
      if ((await page.content()).includes(messages.needsScript)) continue;
      await expect(page.locator('h1'), path).toHaveCount(1);
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

test(
  'Axe finds no violation on any public page at 1280 pixels, in either theme',
  inProof,
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const path of await openPaths(page)) {
      await page.goto(path);
      // A list loads the next page by itself when its end is in view.
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect([path, await violations(page)]).toEqual([path, []]);
    }
  },
);
