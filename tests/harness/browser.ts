// Playwright's `test` for the product: each worker has its own, with the sample listings. A test fails when a page logs
// an error, throws or breaks its Content-Security-Policy, or when the product logs an error.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { nodeEnvironment, nodeFlags } from '../../scripts/node-settings.mjs';
import { createClient, type Client } from './client.ts';
import { createClock } from './clock.ts';
import { openMailbox, type Mailbox } from './mailbox.ts';
import { createPeople, type People, type Person } from './people.ts';
import { picture } from './pictures.ts';
import type { App, Paged } from './shapes.ts';
import type { LogLine } from './site.ts';
import type { Asked, Told } from './site-process.ts';

export { expect };
export { password, type Person } from './people.ts';
export { picture } from './pictures.ts';

export const phone = { width: 360, height: 740 };
export const laptop = { width: 1280, height: 800 };

export interface BrowserSite {
  origin: string;
  client: Client;
  mailbox: Mailbox;
  people: People;
  /** Moves the product's clock; that of the browser stays. */
  advance(ms: number): Promise<void>;
  /** As `product.work()`. */
  work(): Promise<void>;
  logged(): Promise<LogLine[]>;
  close(): Promise<void>;
}

/** Starts a product in a process of its own. */
export async function startSite(
  env: Record<string, string> = {},
  { samples = true } = {},
): Promise<BrowserSite> {
  const child = fork('tests/harness/site-process.ts', {
    execArgv: nodeFlags,
    env: { ...process.env, ...nodeEnvironment, NODE_ENV: 'production' },
  });
  const waiting = new Map<number, (told: Told) => void>();
  child.on('message', (told: Told) => waiting.get(told.id)?.(told));
  let asked = 0;
  async function ask<Value>(name: Asked['name'], ...values: unknown[]): Promise<Value> {
    const id = (asked += 1);
    const answered = new Promise<Told>((resolve) => waiting.set(id, resolve));
    child.send({ id, name, values } satisfies Asked);
    const { error, value } = await answered;
    if (error !== undefined) throw new Error(error);
    return value as Value;
  }

  const { origin, dataDir } = await ask<{ origin: string; dataDir: string }>('open', { env, samples });
  const clock = createClock();
  const client = createClient({ origin: () => origin, siteUrl: origin, clock });
  const mailbox = openMailbox(dataDir, () => ask('sendMails'));
  const grantRole = (...values: unknown[]): Promise<void> => ask('grantRole', ...values);
  return {
    origin,
    client,
    mailbox,
    people: createPeople({ client, mailbox, clock, grantRole }),
    advance: (ms) => ask('advance', ms),
    work: () => ask('work'),
    logged: () => ask('logged'),
    async close() {
      const ended = once(child, 'exit');
      try {
        await ask('close');
      } finally {
        child.disconnect();
        await ended;
      }
    },
  };
}

/** Waits until the scripts of the page have run; they start after the first paint. */
export async function enhanced(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { classList, dataset } = document.documentElement;
    return !classList.contains('js') || 'enhanced' in dataset;
  });
}

/** Waits until the forms of the page take input. The search box loads when somebody begins to type. */
export async function ready(page: Page): Promise<void> {
  await page.waitForLoadState();
  await enhanced(page);
  await expect(page.locator('astro-island[ssr]:not([client="typing"])')).toHaveCount(0);
}

/** Opens a page as somebody who is logged in. */
export async function openAs(page: Page, { access, refresh }: Person, path: string): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(
    (pair) => {
      localStorage.setItem('refresh_token', pair.refresh);
      localStorage.setItem('login_token', pair.access);
    },
    { access, refresh },
  );
  await page.goto(path);
  await ready(page);
}

/** Fills in the login that is open, and sends it. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await ready(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
}

/** Ends the session of a page on the server, as another device does. */
export async function endLogin(page: Page, { client }: BrowserSite): Promise<void> {
  const refresh = await page.evaluate(() => localStorage.getItem('refresh_token'));
  expect((await client.post('/logout/', { refresh })).status).toBeLessThan(300);
}

let listed = 0;
/** A name that no other app has. */
export const newName = (): string => `App ${Date.now().toString(36)} ${String((listed += 1))}`;

/** Lists an app through the API. */
export async function listApp({ client }: BrowserSite, owner: Person, more: object = {}): Promise<App> {
  const form = { name: newName(), description: 'An app for a test.', website: 'https://myapp.ng' };
  const { status, body } = await client.as(owner).post<App>('/app/', { ...form, category: 'Music', ...more });
  expect(status, body.error).toBe(201);
  return body;
}

/** A sample listing with at least this number of screenshots. */
export async function sampleApp({ client }: BrowserSite, screenshots = 0): Promise<App> {
  for (let path: string | null = '/app/?search=a'; path !== null;) {
    const { body }: { body: Paged<App> } = await client.get<Paged<App>>(path);
    const found = body.results.find(({ screenshot }) => screenshot.length >= screenshots);
    if (found) return found;
    path = body.next && body.next.slice(body.next.indexOf('/app/'));
  }
  throw new Error(`No sample listing has ${String(screenshots)} screenshots.`);
}

/** Pictures of these widths, for an input. */
export async function files(...widths: number[]) {
  return await Promise.all(
    widths.map(async (width) => ({
      name: `${String(width)}.png`,
      mimeType: 'image/png',
      buffer: await picture(width, 300),
    })),
  );
}

/** Presses Tab until the control has the focus. @throws Error where it does not get it */
export async function tabTo(page: Page, control: Locator, most = 60): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < most; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach ${control.toString()}.`);
}

/** Goes to a field with the Tab key, and types. */
export async function typeInto(page: Page, field: Locator, text: string, most?: number): Promise<void> {
  await tabTo(page, field, most);
  await page.keyboard.type(text);
}

/** Goes to a button or link with the Tab key, and presses Enter. */
export async function enterOn(page: Page, control: Locator, most?: number): Promise<void> {
  await tabTo(page, control, most);
  await page.keyboard.press('Enter');
}

/** Goes to a menu with the Tab key, and chooses a value with the arrow keys. */
export async function chooseInto(page: Page, menu: Locator, value: string, most?: number): Promise<void> {
  await tabTo(page, menu, most);
  await page.keyboard.press('Home');
  const options = await menu.locator('option').count();
  for (let presses = 0; presses < options && (await menu.inputValue()) !== value; presses += 1)
    await page.keyboard.press('ArrowDown');
  await expect(menu).toHaveValue(value);
}

/** Waits for a text that is gone soon: a form leads on 0.8 s after its message. This looks at every frame. */
export async function seen(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => document.body.innerText.includes(wanted), text);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/**
 * What axe finds on the page as it stands (WCAG 2.2 AA), in both themes. `npm test` leaves it out, because it takes a
 * quarter of a flow's time; `npm run test:all` and a run of one file look.
 */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  if (process.env['TEST_SCOPE'] === 'push') return found;
  await page.evaluate(axe);
  // It covers what can be scrolled away from it. Axe knows that of what is fixed, not of what is sticky.
  const float = (position: string) =>
    page.evaluate((value) => {
      const button = document.querySelector<HTMLElement>('.floating');
      if (button) button.style.position = value;
    }, position);
  await float('static');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // A theme changes colours only.
    const runOnly: RunOptions['runOnly'] =
      colorScheme === 'light'
        ? { type: 'tag', values: tags }
        : { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
    const results = await page.evaluate(
      (options) =>
        (globalThis as unknown as { axe: { run(d: Document, o: RunOptions): Promise<AxeResults> } }).axe.run(
          document,
          options,
        ),
      { runOnly, resultTypes: ['violations'], preload: false } satisfies RunOptions,
    );
    for (const { id, nodes } of results.violations)
      found.push(`${colorScheme}: ${id} ${nodes[0]?.html ?? ''}`);
  }
  await float('');
  return found;
}

/** Chromium logs this for every answer that is not a 2xx, and for requests that a test stops. */
const loggedByTheNetwork = /^Failed to load resource/;

/** On a slow machine Chromium shows a page without its transition, and reports that as an error of the page. */
const lateTransition = /^Transition was aborted because of invalid state/;

function watch(context: BrowserContext): string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !loggedByTheNetwork.test(message.text())) problems.push(message.text());
  });
  context.on('weberror', (error) => {
    const { message } = error.error();
    if (!lateTransition.test(message)) problems.push(message);
  });
  return problems;
}

interface Fixtures {
  /** Whether errors in the console fail the test. A test that breaks scripts sets it to false. */
  isQuiet: boolean;
  quiet: undefined;
}

/** Takes away what the oldest browsers lack that pages are built for (astro.config.mjs). */
function becomeOld(): void {
  const lacking: [object, ...string[]][] = [
    [URL, 'parse', 'canParse'],
    [Promise, 'withResolvers', 'try'],
    [Object, 'groupBy'],
    [Map, 'groupBy'],
    [Array, 'fromAsync'],
    [Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with'],
    [Set.prototype, 'union', 'intersection', 'difference', 'isSubsetOf'],
    [AbortSignal, 'any'],
  ];
  for (const [of, ...names] of lacking) for (const name of names) Reflect.deleteProperty(of, name);
}

export const test = base.extend<Fixtures, { site: BrowserSite }>({
  isQuiet: [true, { option: true }],
  site: [
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ site }, use) => await use(site.origin),
  context: async ({ context }, use) => {
    await context.addInitScript(becomeOld);
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        console.error('Policy broken:', violatedDirective, blockedURI, sample);
      });
    });
    await use(context);
  },
  page: async ({ page }, use) => {
    // These wait for the scripts as well, which start after the first paint; `{ waitUntil: 'commit' }` does not.
    for (const name of ['goto', 'reload', 'goBack', 'waitForURL'] as const) {
      const method = page[name].bind(page) as (...values: unknown[]) => Promise<unknown>;
      const after = async (...values: unknown[]): Promise<unknown> => {
        const result = await method(...values);
        if (!values.some((value) => (value as { waitUntil?: string } | null)?.waitUntil === 'commit'))
          await enhanced(page);
        return result;
      };
      Object.assign(page, { [name]: after });
    }
    await use(page);
  },
  quiet: [
    async ({ context, site, isQuiet }, use) => {
      const problems = watch(context);
      await use(undefined);
      if (isQuiet) expect(problems).toEqual([]);
      expect((await site.logged()).filter(({ level }) => level !== 'warn')).toEqual([]);
    },
    { auto: true },
  ],
});
