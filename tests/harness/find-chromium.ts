import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import packaged from '@sparticuz/chromium';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Finds a browser to test with: CHROMIUM_PATH, else Playwright's own, else the system's, else the one from npm. */
export async function findChromium(): Promise<string> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH=${given}: there is no such file.`);
    return given;
  }
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const found = systemNames.map((name) => join(folder, name)).find((file) => existsSync(file));
    if (found) return found;
  }
  return await packaged.executablePath();
}

/** Chromium asks Google's servers for updates and the like unless told not to, and needs no sandbox in a container. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
];
