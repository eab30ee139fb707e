// The violations that axe finds on a page (WCAG 2.2 AA).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** axe need not fetch stylesheets again: only an experimental rule reads them. */
const options: RunOptions = { resultTypes: ['violations'], preload: false, selectors: false };

const everyRule: RunOptions = {
  ...options,
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] },
};

/** A theme changes colours only, so the other rules find the same in both themes. */
const rulesOfColours: RunOptions = {
  ...options,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

declare global {
  interface Window {
    axe?: { run(context: Document, options: RunOptions): Promise<AxeResults> };
  }
}

async function look(page: Page, theme: 'light' | 'dark', rules: RunOptions): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme });
  const found = await page.evaluate(async (run) => {
    if (!window.axe) throw new Error('The page has gone while axe looked at it.');
    const { violations } = await window.axe.run(document, run);
    return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`);
  }, rules);
  return found.map((one) => `${theme}: ${one}`);
}

async function loadAxe(page: Page): Promise<void> {
  // axe is loaded once a document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
}

/** Lists the colours of the dark theme that violate a rule. */
export async function violationsInTheDark(page: Page): Promise<string[]> {
  await loadAxe(page);
  return await look(page, 'dark', rulesOfColours);
}

/** Kinds of pages that this worker has looked at. */
const seen = new Set<string>();

/**
 * Whether axe looks at this state of the page. It takes as long as the rest of a test: npm run test:all looks at every
 * state, and npm test once at each kind of page.
 */
function isDue(page: Page): boolean {
  if (process.env['TEST_SCOPE'] === 'all') return true;
  // A part of an address with a digit is an id or a name.
  const kind = new URL(page.url()).pathname.replace(/[^/]*\d[^/]*/g, '*');
  if (seen.has(kind)) return false;
  seen.add(kind);
  return true;
}

/** Lists the violations of the page in its current state, in both themes. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  if (!isDue(page)) return [];
  await loadAxe(page);
  return [...(await look(page, 'light', everyRule)), ...(await violationsInTheDark(page))];
}

/** Lists the violations of the page in its current state, outside npm run test:all in the light theme alone. */
export async function violations(page: Page): Promise<string[]> {
  if (process.env['TEST_SCOPE'] === 'all') return await violationsInBothThemes(page);
  if (!isDue(page)) return [];
  await loadAxe(page);
  return await look(page, 'light', everyRule);
}
