// Every page that there is: axe in both themes, one walk with the Tab key, whether everything fits a small screen and
// large text (WCAG 1.4.4, 1.4.10), the skip link (2.4.1), and whether anything moves while the page loads.
import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { App } from '../harness/shapes.ts';
import {
  expect,
  laptop,
  listApp,
  newName,
  openAs,
  phone,
  picture,
  ready,
  test,
  violations,
  type BrowserSite,
  type Person,
} from '../harness/browser.ts';
import { keyboardFaults, misfits, shiftsOf, watchShifts } from '../harness/page-faults.ts';

test.use({ viewport: phone });
test.setTimeout(300_000);

/** Addresses by who opens them. `:app` and the like stand for an app of the owner, and for what belongs to it. */
const table = {
  visitor: [
    ...['/', '/apps', '/apps?category=finance&platform=web', '/categories', '/category/finance', '/picks'],
    ...['/app/:app', '/app/:app/versions', '/app/:app/claim', '/app/:app/update', '/embed/app/:app'],
    ...['/app/:app/promote', '/list/:list'],
    ...['/user/:owner', '/user/:owner/apps', '/user/:owner/timeline', '/u/:handle', '/write/:owner'],
    ...['/search', '/search?q=health', '/search?q=zzzznothing', '/saved', '/new'],
    ...['/signup', '/login', '/verify-user', '/forgot-password', '/verify-password-reset', '/set-password'],
    ...['/set-password/success', '/change-password/success', '/unsubscribe/no-such-link', '/offline'],
    ...['/about', '/how-we-count', '/policies', '/privacy', '/terms', '/transparency', '/no-such-page'],
  ],
  owner: [
    ...['/', '/app/:app', '/user/:owner', '/user/:owner/apps', '/saved', '/login', '/new', '/notifications'],
    ...['/app/:app/new', '/app/:app/delete', '/app/:app/claim', '/app/:app/versions', '/change-password'],
    '/app/:app/statistics',
    ...['', '/logo', '/basic-info', '/category', '/download-links', '/facts', '/visibility', '/proof'].map(
      (part) => `/app/:app/update${part}`,
    ),
    ...['', '/new', '/:shot', '/:shot/replace', '/:shot/delete'].map(
      (part) => `/app/:app/update/screenshots${part}`,
    ),
    ...['/app/:app/update/releases/:release', '/app/:app/update/releases/:release/delete'],
    ...['', '/picture', '/basic-info', '/social-info', '/work', '/listings', '/logins', '/security'].map(
      (part) => `/profile/update${part}`,
    ),
    ...[
      '/profile/update/tokens',
      ...['/profile/update/lists', '/profile/update/lists?list=:list'],
      '/profile/update/your-data',
      '/profile/update/delete-account',
    ],
  ],
  admin: [
    ...['/desk', '/desk/case/:case', '/desk/case/:decided', '/desk/listings?q=App', '/desk/proofs/:app'],
    ...['/desk/accounts?q=example', '/desk/account/:owner', '/desk/rules', '/desk/categories'],
    ...['/desk/shelves', '/desk/templates', '/desk/settings', '/desk/numbers'],
  ],
};

/** Pages that lead on at once, that a mail or a form leads to, and a part of a page. The last test opens most. */
const elsewhere =
  /^\/(?:500$|profile$|search\/results|(?:answer|appeal|letter|moderation|report)\/|report$|write\/code)/;

test('The table has every page', () => {
  const listed = Object.values(table).flatMap((paths) => paths.map((path) => path.replace(/\?.*/, '')));
  const files = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.astro') && !/^[[_]/.test(file))
    .map((file) => `/${file}`.replace(/(?:\/?index)?\.astro$/, '') || '/')
    .filter((path) => !elsewhere.test(path));
  expect(files.length).toBeGreaterThan(40);
  const isListed = (path: string): boolean => {
    const pattern = new RegExp(
      `^${path.replaceAll(/\[\.\.\.\w+\]/g, '.+').replaceAll(/\[\w+\]/g, '[^/]+')}$`,
    );
    return listed.some((one) => pattern.test(one));
  };
  expect(files.filter((path) => !isListed(path))).toEqual([]);
});

interface World {
  owner: Person;
  app: App;
  fill(path: string): string;
}

async function world(site: BrowserSite): Promise<World> {
  const owner = await site.people.verified();
  const handle = `page-${owner.id.slice(-8)}`;
  const facts = { handle, open_to_work: 'true', work_kinds: 'contract', work_remote: 'true' };
  expect((await site.client.as(owner).patch(`/user/${owner.id}/`, facts)).status).toBe(200);
  const app = await listApp(site, owner, {
    // A long word, which has to be broken wherever it appears.
    name: `Internationalisierungs ${newName()}`.slice(0, 48),
    screenshot: [await picture(200, 300), await picture(220, 300)],
  });
  const form = { title: 'Recommended', sentence: '', is_public: true, apps: [{ id: app.id, note: 'Fast.' }] };
  const { slug } = (await site.client.as(owner).post<{ slug: string }>('/list/', form)).body;
  const values: Record<string, string> = {
    app: app.name_id,
    list: slug,
    owner: owner.id,
    handle,
    shot: app.screenshot[0]?.id ?? '',
    release: app.current_version.id,
  };
  return {
    owner,
    app,
    fill: (path) => path.replace(/:(\w+)/g, (whole, name: string) => values[name] ?? whole),
  };
}

/** Enlarges the page, waits until it is laid out, and finds what does not fit. */
async function misfitsAt(
  page: Page,
  viewport: { width: number; height: number },
  text: string,
): Promise<string[]> {
  await page.setViewportSize(viewport);
  await page.evaluate(async (size) => {
    document.documentElement.style.fontSize = size;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, text);
  return (await misfits(page)).map((one) => `at ${String(viewport.width)} px and ${text}: ${one}`);
}

async function skipFaults(page: Page): Promise<string[]> {
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await skip.focus();
  await page.keyboard.press('Enter');
  const isInMain = () => page.evaluate(() => document.activeElement?.localName === 'main');
  return (await isInMain()) ? [] : ['the skip link leads nowhere'];
}

/** Everything that is wrong with the page that is open. */
async function faults(page: Page): Promise<string[]> {
  await ready(page);
  // A list loads the next page by itself when its end is in view.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const found = [...(await violations(page)), ...(await keyboardFaults(page))];
  // The card for other sites has no header.
  if (!page.url().includes('/embed/')) found.push(...(await skipFaults(page)));
  found.push(
    ...(await misfitsAt(page, { width: 320, height: 256 }, '100%')),
    ...(await misfitsAt(page, phone, '200%')),
    ...(await misfitsAt(page, laptop, '100%')),
  );
  await page.setViewportSize(phone);
  return found;
}

/** A script adds to these once it knows the browser and what it has saved; the footer below moves. */
const fillsLate = /^\/(?:login|saved)$/;

async function faultsOf(page: Page, paths: string[], andShifts = false): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  if (andShifts) await watchShifts(page);
  for (const path of paths) {
    const answer = await page.goto(path);
    expect(answer?.status() ?? 0, path).toBeLessThan(500);
    await ready(page);
    const shifts = andShifts && !fillsLate.test(path) ? await shiftsOf(page) : [];
    if (andShifts) await page.reload();
    const found = [...shifts.map((one) => `moved: ${one}`), ...(await faults(page))];
    if (found.length > 0) all[path] = found;
  }
  return all;
}

for (const part of [0, 1])
  test(`A visitor meets no fault on any page (${String(part + 1)} of 2)`, async ({ page, site }) => {
    const { fill } = await world(site);
    const paths = table.visitor.map(fill).filter((_, index) => index % 2 === part);
    expect(await faultsOf(page, paths, true)).toEqual({});
  });

for (const part of [0, 1])
  test(`An owner meets no fault on any page (${String(part + 1)} of 2)`, async ({ page, site }) => {
    const { owner, fill } = await world(site);
    await openAs(page, owner, '/terms');
    const paths = table.owner.map(fill).filter((_, index) => index % 2 === part);
    expect(await faultsOf(page, paths)).toEqual({});
  });

interface Case {
  number: string;
  version: number;
  subject: { id: string };
}

const removal = {
  action: 'remove',
  policy: 'scam',
  public_reason: 'It takes money.',
  owner_reason: 'Three people paid.',
};

/** What an admin does by the API. */
async function deskOf(site: BrowserSite) {
  const admin = await site.people.staff('admin');
  const own = site.client.as(admin);
  async function add(path: string, data: object): Promise<void> {
    const { status, body } = await own.post(`/desk/${path}`, data);
    expect(status, body.error).toBeLessThan(300);
  }
  async function caseOf({ id }: App): Promise<Case> {
    const { body } = await own.get<{ results: Case[] }>('/desk/cases/');
    const found = body.results.find(({ subject }) => subject.id === id);
    if (!found) throw new Error('There is no such case.');
    return found;
  }
  async function report(app: App, reason: string): Promise<void> {
    const reporter = site.client.as(await site.people.verified());
    const sent = { about: `app:${app.name_id}`, reason, message: 'It took my money, and nobody answers.' };
    expect((await reporter.post('/report/', sent)).status).toBeLessThan(300);
  }
  const remove = async ({ number, version }: Case) =>
    await add(`cases/${number}/decisions/`, { ...removal, version });
  return { admin, add, caseOf, report, remove };
}

test('Staff meet no fault on any page of the desk', async ({ page, site }) => {
  const { owner, app, fill } = await world(site);
  const { admin, add, caseOf, report, remove } = await deskOf(site);
  const other = await listApp(site, owner);
  await report(app, 'scam');
  await report(other, 'illegal');
  const decided = await caseOf(other);
  await remove(decided);
  const id = app.id.slice(-6);
  await add('templates/', { name: `Ask ${id}`, use: 'owner', body: 'Please **show** it.' });
  await add('links/', { host: `x${id}.ng`, effect: 'hold', reason: 'It hides.' });
  await add('names/', { name: `Zenox ${id}`, reach: 'near', note: 'A bank.', allowed: [] });
  const numbers = { case: (await caseOf(app)).number, decided: decided.number };
  const paths = table.admin.map((path) =>
    fill(path.replace(':case', numbers.case).replace(':decided', numbers.decided)),
  );
  await openAs(page, admin, '/terms');
  expect(await faultsOf(page, paths)).toEqual({});
});

test('The pages that forms and mails lead to have no fault', async ({ page, site }) => {
  const { owner, app } = await world(site);
  const { caseOf, report, remove } = await deskOf(site);
  const all: Record<string, string[]> = {};
  async function look(): Promise<void> {
    const found = await faults(page);
    if (found.length > 0) all[page.url()] = found;
  }
  async function open(path: string): Promise<void> {
    await page.goto(path);
    await look();
  }
  const linkIn = async (email: string, part: string) =>
    (await site.mailbox.newest(email)).links.find((one) => one.includes(part)) ?? '';
  const [reporter, sender] = [`reporter.${app.id}@example.com`, `sender.${app.id}@example.com`];
  await open(`/report?about=app:${app.name_id}`);
  await page.getByLabel('Scam or fraud').check();
  await page.getByLabel('Describe it').fill('It took my money, and nobody answers.');
  await page.getByLabel('Your name').fill('Bola Ade');
  await page.getByLabel('Your email address').fill(reporter);
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.waitForURL(/\/report\/code/);
  await look();
  await page.getByLabel('Code').fill(await site.mailbox.code(reporter));
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.waitForURL(/\/report\/[\w-]+\?key=/);
  await look();
  const opened = await caseOf(app);
  await remove(opened);
  await open(await linkIn(reporter, '/report/'));
  await open(`/moderation/${opened.number}`);
  await open(await linkIn(owner.email, '/appeal/'));
  const asked = await listApp(site, owner);
  // A report of a wrong fact asks the owner first.
  await report(asked, 'facts');
  await open(await linkIn(owner.email, '/answer/'));
  await page.getByRole('button', { name: 'It is correct as it is' }).click();
  await expect(page.getByText('there is nothing more for you to do')).toBeVisible();
  await look();

  await page.goto(`/write/${owner.id}`);
  await page.getByLabel('Your message').fill('We look for somebody who builds for markets.');
  await page.getByLabel("Your name, or your company's").fill('Bola');
  await page.getByLabel('Your email address').fill(sender);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/write\/code/);
  await look();
  await page.getByLabel('Code').fill(await site.mailbox.code(sender));
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('on its way')).toBeVisible();
  await look();
  await open(await linkIn(owner.email, '/letter/'));
  expect(all).toEqual({});
});

test('The whole menu is reached on the smallest screen', async ({ page }) => {
  await page.goto('/');
  for (const [viewport, text] of [
    [{ width: 320, height: 256 }, '100%'],
    [phone, '200%'],
  ] as const) {
    await misfitsAt(page, viewport, text);
    const summary = page.locator('[data-menu] summary');
    await expect(summary).toBeInViewport({ ratio: 1 });
    await summary.click();
    for (const entry of await page.locator('.menu-panel :is(a, label):visible').all()) {
      await entry.scrollIntoViewIfNeeded();
      const { x = -1, width = 0, y = -1 } = (await entry.boundingBox()) ?? {};
      expect([x >= 0, x + width <= viewport.width, y >= 0, y < viewport.height]).toEqual(Array(4).fill(true));
    }
    await summary.click();
  }
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('Every page has one heading, and shows no button that needs a script', async ({ page, site }) => {
    const { fill } = await world(site);
    for (const path of table.visitor.map(fill).filter((one) => !one.startsWith('/embed/'))) {
      await page.goto(path);
      await expect(page.locator('h1, .form-alert').first(), path).toBeVisible();
      // A form that needs JavaScript says so, and its controls are drawn but inert.
      if ((await page.locator('noscript p').count()) > 0) {
        await expect(page.locator('noscript p').first(), path).toBeVisible();
        continue;
      }
      await expect(page.locator('h1'), path).toHaveCount(1);
      const types = page.locator('main button:visible, header button:visible');
      expect([
        path,
        await types.evaluateAll((all) =>
          all.filter((one) => (one as HTMLButtonElement).type !== 'submit').map((one) => one.outerHTML),
        ),
      ]).toEqual([path, []]);
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'About' })).toBeVisible();
    }
  });
});

test('Current, pressed and focused elements differ in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/category/finance');
  const look = (selector: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, part) => {
        const { borderTopWidth, borderTopColor, backgroundColor, color, outlineStyle, opacity } =
          getComputedStyle(element, part);
        return { borderTopWidth, borderTopColor, backgroundColor, color, outlineStyle, opacity };
      }, pseudo);
  expect(await look('.chip[aria-current]')).not.toEqual(await look('.chip:not([aria-current])'));
  await page.goto('/');
  expect(await look('.dot[aria-current]', '::before')).not.toEqual(
    await look('.dot:not([aria-current])', '::before'),
  );
  // Forced colours remove the background of a button, so it needs a border.
  for (const selector of ['.button.list-app', '.button.quiet'])
    expect((await look(selector)).borderTopWidth).not.toBe('0px');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect((await look('.brand')).outlineStyle).toBe('solid');
});
