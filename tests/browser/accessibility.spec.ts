// WCAG 2.2 AA: what axe finds, forced colours, and pages without a script. Zoom, large text and the first stop of the
// keyboard have zoom.spec.ts.
import { messages } from '../../src/lib/shared/text/messages.ts';
import { expect, inProofUnless, test, violations } from '../support/browser.ts';
import { openPaths } from '../support/samples.ts';

test('with the colours of the system what is chosen, pressed and focused can still be told', async ({
  page,
}) => {
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
  // A button looks like one: its ground is gone, so it needs an edge.
  for (const selector of ['.button.list-app', '.button.quiet'])
    expect((await look(selector)).borderTopWidth).not.toBe('0px');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect((await look('.brand')).outlineStyle).toBe('solid');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every page says what it is for, shows its pictures, and shows nothing that would not work', async ({
    page,
  }) => {
    for (const path of await openPaths(page)) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(path === '/no-such-page' ? 404 : 200);
      await expect(page.locator('h1, .form-alert').first(), path).toBeVisible();
      // A form that needs a script says so, and is drawn as it will be.
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

for (const width of [360, 1280])
  test(
    `axe finds nothing on any open page at ${width} pixels, in either theme`,
    inProofUnless(width === 360),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      for (const path of await openPaths(page)) {
        await page.goto(path);
        // A list loads more by itself where its end is in sight.
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        expect([path, await violations(page)]).toEqual([path, []]);
      }
    },
  );
