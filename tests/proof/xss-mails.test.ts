// Property: no mail renders a person's name as markup or script.
import { chromium, type Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMails } from '../../src/lib/server/accounts/mails.ts';
import { createReportMails } from '../../src/lib/server/moderation/reports/mails.ts';
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
  const mails = createMails('http://naijabuilt.test', { contactEmail: 'help@example.ng' });
  const findings: string[] = [];
  let shown = 0;
  let written = 0;
  for (const firstname of somePayloads) {
    const to = { email: 'ada@example.com', firstname };
    for (const { html } of [
      mails.resetCode(to, 'ABCDEFGH'),
      mails.passwordChanged(to),
      mails.accountDeleted(to),
      mails.factorsChanged(to, { kind: 'passkey-added', name: firstname }),
      mails.recoveryCodeUsed(to, 3),
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

test('Mails about reports show names and texts that contain markup as text', async () => {
  const context = await browser.newContext();
  await watchScripts(context);
  const page = await context.newPage();
  await page.goto('about:blank');
  const mails = createReportMails('http://naijabuilt.test');
  const findings: string[] = [];
  for (const text of somePayloads) {
    const to = { email: 'ada@example.com', firstname: text };
    const asked = { name: text, reason: text, message: text, path: '/answer/x', days: 14 };
    const outcome = { sentence: 'It was removed.', publicReason: text, path: '/moderation/x' };
    for (const { html } of [
      mails.received(to, '20261121-K7Q2', '/report/x'),
      mails.askOwner(to, asked),
      mails.decided(to, { number: '20261121-K7Q2', path: '/report/x', outcome, appeal: '/appeal/x' }),
      mails.appealDecided(to, { isReversed: false, reason: text, path: '/appeal/x' }),
    ]) {
      await page.evaluate(() => (window.foundByWatch = []));
      await page.setContent(html, { waitUntil: 'load' });
      findings.push(...(await findingsOf(page)));
    }
  }
  await page.close();
  expect(findings).toEqual([]);
}, 600_000);
