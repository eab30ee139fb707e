// Property: no mail renders a person's name as markup or script.
import { chromium, type Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMails } from '../../src/lib/server/accounts/mails.ts';
import { chromiumArguments, findChromium } from '../support/find-chromium.ts';
import { somePayloads } from '../support/script-payloads.ts';
import { findingsOf, isShown, watchScripts } from '../support/script-watch.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
});
afterAll(() => browser.close());

test('Mails show a name that contains markup as text', async () => {
  const context = await browser.newContext();
  await watchScripts(context);
  const page = await context.newPage();
  await page.goto('about:blank');
  const mails = createMails('http://naijabuilt.test', 'help@example.ng');
  const findings: string[] = [];
  let shown = 0;
  let written = 0;
  for (const firstname of somePayloads) {
    const to = { email: 'ada@example.com', firstname };
    for (const { html } of [
      mails.resetCode(to, 'ABCDEFGH'),
      mails.passwordChanged(to),
      mails.accountDeleted(to),
    ]) {
      await page.evaluate(() => (window.foundByWatch = []));
      await page.setContent(html, { waitUntil: 'load' });
      written += 1;
      if (await isShown(page, firstname)) shown += 1;
      findings.push(...(await findingsOf(page)));
    }
  }
  await page.close();
  console.log(`${written} mails: ${findings.length} findings, ${shown} show the name as it is`);
  expect(findings).toEqual([]);
  expect(shown).toBe(written);
}, 600_000);
