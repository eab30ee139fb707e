// A cheap phone on a slow connection: 360 pixels, touch, a composing keyboard, a quarter of this machine's speed,
// slow 3G.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { devices, expect, test, type CDPSession, type Locator, type Page } from '@playwright/test';
import { picture } from './pictures.ts';

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Galaxy S8'];

/** For `test.use`: 360 by 740 pixels, a pixel ratio of three, Android's user agent, touch. */
export const cheapPhone = { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch };

/** WebPageTest's 'Slow 3G', in bytes a second and milliseconds. */
const slow3g = { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400, offline: false };

/** A tab of the phone with its keyboard. */
export interface SlowTab {
  page: Page;
  /** Taps the field and types as Android's keyboards do: each word is composed letter by letter, then committed. */
  type(field: Locator, text: string): Promise<void>;
}

export async function slowTab(page: Page): Promise<SlowTab> {
  const phone = await page.context().newCDPSession(page);
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await phone.send('Network.enable');
  await phone.send('Network.emulateNetworkConditions', slow3g);
  return { page, type: (field, text) => type(phone, field, text) };
}

async function type(phone: CDPSession, field: Locator, text: string): Promise<void> {
  await field.tap();
  await expect(field).toBeFocused();
  // Keyboards do not compose in password fields, so that they suggest nothing.
  const isSecret = (await field.getAttribute('type')) === 'password';
  const words = isSecret ? Array.from(text) : (text.match(/\S+\s*/g) ?? []);
  for (const word of words) {
    if (!isSecret)
      for (let end = 1; end <= word.trimEnd().length; end += 1)
        await phone.send('Input.imeSetComposition', {
          text: word.slice(0, end),
          selectionStart: end,
          selectionEnd: end,
        });
    await phone.send('Input.insertText', { text: word });
  }
  await expect(field).toHaveValue(text);
}

/** Creates pictures like screenshots of a phone, about 40 KB each. */
export async function phonePictures(...sizes: [width: number, height: number][]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-phone-'));
  return await Promise.all(
    sizes.map(async ([width, height], number) => {
      const path = join(folder, `picture-${String(number)}.jpg`);
      await writeFile(path, await picture(width, height, '#cc8800', 'jpeg'));
      return path;
    }),
  );
}

/** Takes a screenshot of each step; `test-results` has them in order. */
export function stepPictures(): (page: Page, step: string) => Promise<void> {
  let number = 0;
  return async (page, step) => {
    number += 1;
    const name = `${String(number).padStart(2, '0')}-${step}.png`;
    await page.screenshot({ path: test.info().outputPath(name), scale: 'css' });
  };
}
