// WCAG 1.4.4 and 1.4.10: text at 200 %, and 200 % and 400 % zoom of a screen of 1280 pixels. Also the skip link
// (2.4.1) and axe in both themes, because these tests open every page and opening a page costs most.
import type { Page, ViewportSize } from '@playwright/test';
import {
  expect,
  openAs,
  pairOf,
  ready,
  test,
  verifiedAccount,
  inProofUnless,
  phone,
  violationsInBothThemes,
  violationsInTheDark,
} from '../support/browser.ts';
import { everyPage, isPrivate } from '../support/every-page.ts';
import { listApp } from '../support/listings.ts';

/** Finds what does not fit: a page wider than the screen, words broken inside, controls beyond the edge. */
async function misfits(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found: string[] = [];
    const root = document.documentElement;
    const sideways = root.scrollWidth - root.clientWidth;
    if (sideways > 0) found.push(`${String(sideways)} pixels sideways`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { parentElement } = node;
      if (
        !parentElement?.checkVisibility({ visibilityProperty: true }) ||
        parentElement.closest('.unseen, textarea')
      )
        continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(
        // Whole words only: addresses and the like have to be broken somewhere.
        /(?<=^|\s)\p{Letter}{2,14}(?=$|\s|[.,;:!?](?:$|\s))/gu,
      )) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
        if (Math.max(...tops) - Math.min(...tops) > 4)
          found.push(
            `"${word}" is broken in <${parentElement.localName} class="${parentElement.className}">`,
          );
      }
    }
    for (const control of document.querySelectorAll<HTMLElement>(
      'a, button, input, select, textarea, summary',
    )) {
      if (
        !control.checkVisibility({ visibilityProperty: true }) ||
        control.closest('[data-track], .shots, .categories, .shelf-apps, .unseen, .skip')
      )
        continue;
      const { left, right, width } = control.getBoundingClientRect();
      if (width > 1 && (left < -1 || right > root.clientWidth + 1))
        found.push(
          `<${control.localName} class="${control.className}"> from ${String(left)} to ${String(right)}`,
        );
    }
    return [...new Set(found)];
  });
}

const sizes = [
  ['text at 200 % on a phone', { width: 360, height: 740 }, '200%'],
  ['400 % zoom', { width: 320, height: 256 }, '100%'],
  ['text at 200 % on a laptop', { width: 1280, height: 800 }, '200%'],
  ['200 % zoom', { width: 640, height: 400 }, '100%'],
] as const;

/** The sizes that leave the least room. */
const narrowest = sizes.slice(0, 2);

/** Pages whose form takes the focus when the page loads. */
const takesFocus = /^\/(?:search|login|signup|forgot-password|verify-user|new)$/;

/**
 * Pages of an app that show visitors the same notice in place of a form. The forms' own tests run axe in the light
 * theme.
 */
const showsNotice = /^\/app\/[^/]+\/(?:update|claim$|delete$|new$)/;

/** One of these pages is enough for visitors. */
const repeatsNotice = (path: string): boolean => showsNotice.test(path) && !path.endsWith('/update');

/** Tells whether an owner sees more on this page than a visitor. */
const showsOwner = (path: string): boolean => /^\/(?:$|new$|login$|app\/|user\/)/.test(path);

async function enlarge(page: Page, viewport: ViewportSize, textSize: string): Promise<void> {
  await page.setViewportSize(viewport);
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), textSize);
  // Two frames later the layout has been updated.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Checks that the skip link is the first stop of the keyboard and leads past the header. */
async function expectSkipLink(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toHaveCount(1);
  if (!(await skip.evaluate((link) => link === document.activeElement))) {
    expect(new URL(page.url()).pathname).toMatch(takesFocus);
    await skip.focus();
  }
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('header') === null)).toBe(true);
}

for (const who of ['logged out', 'the owner'] as const)
  for (const some of [narrowest, sizes.slice(2)])
    test(
      `Every page fits with ${some.map(([name]) => name).join(' and ')} when the visitor is ${who}`,
      inProofUnless(some === narrowest),
      async ({ page, request }) => {
        test.setTimeout(300_000);
        const email = await verifiedAccount(request);
        const app = await listApp(request, email, {
          screenshots: 2,
          // A long word, which has to be broken wherever it appears.
          name: `Internationalisierungsunternehmen ${email.slice(4, 17)}`,
        });
        const handle = `zoom-${app.owner.id.slice(-8)}`;
        const { access } = await pairOf(request, email);
        const change = await request.patch(`/api/v1/user/${app.owner.id}/`, {
          data: { handle },
          headers: { authorization: `Bearer ${access}` },
        });
        expect(change.status()).toBe(200);
        if (who === 'the owner') await openAs(page, email, '/terms');
        const paths = (await everyPage({ app, handle })).filter((path) =>
          who === 'the owner'
            ? showsOwner(path) || isPrivate(path)
            : !isPrivate(path) && !repeatsNotice(path),
        );
        expect(paths.length).toBeGreaterThan(20);
        const found: Record<string, string[]> = {};
        for (const path of paths) {
          await page.setViewportSize(phone);
          const answer = await page.goto(path);
          expect(answer?.status() ?? 0, path).toBeLessThan(500);
          await ready(page);
          // The card for other sites has no header.
          const hasHeader = !path.startsWith('/embed/');
          if (some === narrowest) {
            // A list loads the next page by itself when its end is in view.
            await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
            const isForm = showsNotice.test(path) || isPrivate(path);
            if (who === 'logged out') {
              if (hasHeader) await test.step(path, () => expectSkipLink(page));
              if (!isForm) expect([path, await violationsInBothThemes(page)]).toEqual([path, []]);
            } else if (isForm) expect([path, await violationsInTheDark(page)]).toEqual([path, []]);
          }
          for (const [name, viewport, textSize] of some) {
            await enlarge(page, viewport, textSize);
            const wrong = await misfits(page);
            if (wrong.length > 0) found[`${path} with ${name}`] = wrong;
          }
        }
        expect(found).toEqual({});
      },
    );

for (const [name, viewport, textSize] of sizes)
  test(
    `The whole menu can be reached with ${name}`,
    inProofUnless(narrowest.some((one) => one[0] === name)),
    async ({ page }) => {
      await page.goto('/');
      await enlarge(page, viewport, textSize);
      const summary = page.locator('[data-menu] summary');
      await expect(summary).toBeInViewport({ ratio: 1 });
      await summary.click();
      for (const entry of await page.locator('.menu-panel :is(a, label):visible').all()) {
        await entry.scrollIntoViewIfNeeded();
        const box = await entry.boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
        expect(box?.y).toBeGreaterThanOrEqual(0);
        expect(box?.y).toBeLessThan(viewport.height);
      }
    },
  );
