// Computed styles in the browser.
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from './browser.ts';

/** The green of buttons, as the browser computes it. */
export const green = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'var(--green)';
    const colour = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return colour;
  });
export const backgroundOf = (element: Element) => getComputedStyle(element).backgroundColor;

/** Computes the lightness of the background, from 0 (black) to 255. */
export async function lightness(page: Page, selector: string): Promise<number> {
  return await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      if (!canvas) throw new Error('No canvas.');
      canvas.fillStyle = getComputedStyle(element).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, greenPart = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return (red + greenPart + blue) / 3;
    });
}

/** Expects the logo to be drawn as a letter on a background of its own that fills its box. */
export async function expectLetter(logo: Locator, name: string): Promise<void> {
  const painted = await logo.evaluate((image: HTMLImageElement) => ({
    letter: getComputedStyle(image, '::before').content,
    width: image.naturalWidth,
  }));
  expect(painted).toEqual({ letter: `"${name.slice(0, 1).toUpperCase()}"`, width: 0 });
  expect(await logo.boundingBox()).toMatchObject({ width: 56, height: 56 });
  const inner = sharp(await logo.screenshot()).extract({ left: 10, top: 10, width: 36, height: 36 });
  const { data } = await inner.greyscale().raw().toBuffer({ resolveWithObject: true });
  expect(Math.min(...data)).toBeLessThan(110);
  expect(Math.max(...data)).toBeGreaterThan(230);
}
