// Property: no mail renders a person's name as markup or script.
import { chromium, type Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMails } from '../../src/lib/server/accounts/mails.ts';
import { composeMail } from '../../src/lib/server/accounts/index.ts';
import { claimLetters } from '../../src/lib/server/moderation/decisions/claim-letters.ts';
import { letterAbout } from '../../src/lib/server/moderation/decisions/letters.ts';
import { createReportMails } from '../../src/lib/server/moderation/reports/mails.ts';
import { withoutLinks } from '../../src/lib/shared/text/link-like.ts';
import { proofLetters } from '../../src/lib/server/proofs/mails.ts';
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
      if (await isShown(page, withoutLinks(firstname))) shown += 1;
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
      mails.decided(to, {
        number: '20261121-K7Q2',
        path: '/report/x',
        name: text,
        outcome,
        appeal: '/appeal/x',
      }),
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

test('Mails about proofs and claims show names and reasons that contain markup as text', async () => {
  const context = await browser.newContext();
  await watchScripts(context);
  const page = await context.newPage();
  await page.goto('about:blank');
  const findings: string[] = [];
  let written = 0;
  let shown = 0;
  for (const text of somePayloads) {
    const to = { email: 'ada@example.com', firstname: text };
    const about = { app: text, name: text, page: 'http://naijabuilt.test/app/x/update/proof' };
    const told: Parameters<typeof claimLetters.received>[0] = {
      app: { name: text, name_id: 'x' },
      proved: text,
      action: 'none',
      reason: text,
      caseNumber: '20261121-K7Q2',
      siteUrl: 'http://naijabuilt.test',
      contactEmail: 'help@example.ng',
    };
    const decided: Omit<Parameters<typeof letterAbout>[0], 'action' | 'reversed'> = {
      kind: 'app',
      name: text,
      policy: 'impersonation',
      ownerReason: text,
      message: text,
      facts: [],
      caseNumber: '20261121-K7Q2',
      appealLink: 'http://naijabuilt.test/appeal/x',
      questionLink: null,
      contactEmail: 'help@example.ng',
    };
    const letters = [
      proofLetters.code('ABCDEFGH', { id: text, page: about.page }),
      proofLetters.failed(about, text, 2, 0),
      proofLetters.lapsed(about, text),
      proofLetters.returned(about),
      proofLetters.blocked(about, text),
      claimLetters.received(told),
      claimLetters.refused(told),
      letterAbout({ ...decided, action: 'transfer', reversed: null }),
      letterAbout({ ...decided, action: 'restore', reversed: 'transfer' }),
    ];
    for (const letter of letters) {
      if (!letter) throw new Error('A letter is missing.');
      await page.evaluate(() => (window.foundByWatch = []));
      await page.setContent(composeMail(to, letter).html, { waitUntil: 'load' });
      written += 1;
      if (await isShown(page, text)) shown += 1;
      findings.push(...(await findingsOf(page)));
    }
  }
  await page.close();
  console.log(`${written} mails about proofs: ${findings.length} findings, ${shown} show the text as it is`);
  expect(findings).toEqual([]);
  expect(shown).toBe(written);
}, 600_000);
