// Every page of moderation, of staff and of members, by axe in both themes and by one walk with the Tab key each.
import { readdirSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { deskUrls } from '../../src/lib/shared/addresses/desk-urls.ts';
import type { CaseJson } from '../../src/lib/shared/schemas/moderation/decisions.ts';
import {
  codeFor,
  expect,
  laptop,
  newEmail,
  pairOf,
  phone,
  ready,
  test,
  verifiedAccount,
  violationsInBothThemes,
} from '../support/browser.ts';
import { createStaff, linkIn, mailTo, openWith, reportApp } from '../support/desk-browser.ts';
import { enterOn, keyboardFaults, tabTo, typeInto } from '../support/keyboard.ts';
import { listApp } from '../support/listings.ts';

/** The folders of src/pages whose pages are looked at here, and what stands for each parameter. */
const deskFolder = ['desk'];
const openFolders = [
  'answer',
  'appeal',
  'letter',
  'moderation',
  'policies',
  'report',
  'transparency',
  'write',
];

/** The pages of these folders, as patterns of their addresses. */
const patternsOf = (folders: string[]): RegExp[] =>
  folders.flatMap((folder) =>
    readdirSync(`src/pages/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.astro'))
      .map((file) => {
        const path = `/${folder}/${file}`.replace(/(?:\/index)?\.astro$/, '');
        return new RegExp(`^${path.replaceAll(/\[\w+\]/g, '[^/]+')}$`);
      }),
  );

/** Expects that each page of the folders is among the addresses. */
function expectEvery(folders: string[], paths: string[]): void {
  const seen = paths.map((path) => path.replace(/\?.*/, ''));
  const isFixed = (path: string, pattern: RegExp) => pattern.test(path);
  expect(patternsOf(folders).filter((pattern) => !seen.some((path) => isFixed(path, pattern)))).toEqual([]);
}

async function look(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/^Fetching|^Searching/)).toHaveCount(0);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect([path, await violationsInBothThemes(page)]).toEqual([path, []]);
    expect([path, await keyboardFaults(page)]).toEqual([path, []]);
  });
}

interface Desk {
  headers: Record<string, string>;
  request: APIRequestContext;
}

const add = async ({ request, headers }: Desk, path: string, data: object): Promise<unknown> => {
  const answer = await request.post(`/api/v1/desk/${path}`, { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return await answer.json();
};

const caseOf = async ({ request, headers }: Desk, appId: string): Promise<CaseJson> => {
  const answer = await request.get('/api/v1/desk/cases/', { headers });
  const { results } = (await answer.json()) as { results: CaseJson[] };
  const found = results.find(({ subject }) => subject.id === appId);
  if (!found) throw new Error('No case.');
  return found;
};

const remove = {
  action: 'remove',
  policy: 'scam',
  public_reason: 'It takes money.',
  owner_reason: 'Three people paid.',
};

/** An admin at the desk, and the email address of a developer. */
async function setUp(request: APIRequestContext) {
  const admin = await createStaff(request, 'admin');
  const desk: Desk = { request, headers: { authorization: `Bearer ${admin.pair.access}` } };
  return { admin, desk, owner: await verifiedAccount(request) };
}

for (const [device, viewport] of Object.entries({ phone, laptop }))
  test.describe(`On a ${device} .`, () => {
    test.use({ viewport });
    test.setTimeout(180_000);

    test('Every page of the desk has no violation, and its controls are reached by the Tab key', async ({
      page,
      request,
    }) => {
      const { admin, desk, owner } = await setUp(request);
      const [app, other] = [await listApp(request, owner), await listApp(request, owner)];
      await reportApp(request, app.name_id);
      await reportApp(request, other.name_id, 'illegal');
      const { number } = await caseOf(desk, app.id);
      const decided = await caseOf(desk, other.id);
      await add(desk, `cases/${decided.number}/decisions/`, { ...remove, version: decided.version });
      const id = app.id.slice(-6);
      await add(desk, 'templates/', { name: `Ask ${id}`, use: 'owner', body: 'Please **show** it.' });
      await add(desk, 'links/', { host: `x${id}.ng`, effect: 'hold', reason: 'It hides.' });
      await add(desk, 'names/', { name: `Zenox ${id}`, reach: 'near', note: 'A bank.', allowed: [] });
      await add(desk, 'restrictions/', {
        kind: 'email',
        pattern: `*@${id}.example`,
        action: 'sign-up',
        effect: 'deny',
        reason: 'Throwaway.',
        until: null,
      });
      const paths = [
        deskUrls.queue(),
        deskUrls.case(number),
        deskUrls.case(decided.number),
        deskUrls.listings(app.name.slice(0, 8)),
        deskUrls.proofs(app.name_id),
        `${deskUrls.accounts()}?q=${encodeURIComponent(owner)}`,
        deskUrls.account(app.owner.id),
        deskUrls.rules(),
        deskUrls.categories(),
        deskUrls.shelves(),
        deskUrls.templates(),
        deskUrls.settings(),
        deskUrls.numbers(),
      ];
      expectEvery(deskFolder, paths);
      await openWith(page, admin.pair, deskUrls.queue());
      for (const path of paths) {
        await page.goto(path);
        await ready(page);
        await look(page, path);
      }
    });

    test('The open pages of moderation and letters work by keyboard alone, and have no violation', async ({
      page,
      request,
    }) => {
      const { desk, owner } = await setUp(request);
      const [app, asked] = [await listApp(request, owner), await listApp(request, owner)];
      const paths: string[] = [];
      const here = async (): Promise<void> => {
        const { pathname, search } = new URL(page.url());
        paths.push(pathname);
        await look(page, pathname + search);
      };
      const open = async (path: string): Promise<void> => {
        await page.goto(path);
        await here();
      };
      const field = (name: string) => page.getByLabel(name);
      const button = (name: string) => page.getByRole('button', { name });

      const reporter = newEmail();
      await open(`/report?about=app:${app.name_id}`);
      await tabTo(page, page.getByRole('radio').first());
      for (let presses = 0; presses < 10 && !(await field('Scam or fraud').isChecked()); presses += 1)
        await page.keyboard.press('ArrowDown');
      await expect(field('Scam or fraud')).toBeChecked();
      await typeInto(page, field('Describe it'), 'It took my money, and nobody answers.');
      await typeInto(page, field('Your name'), 'Bola Ade');
      await typeInto(page, field('Your email address'), reporter);
      await enterOn(page, button('Send report'));
      await expect(page).toHaveURL(/\/report\/code/);
      await here();
      await typeInto(page, field('Code'), await codeFor(reporter));
      await enterOn(page, button('Send report'));
      await expect(page).toHaveURL(/\/report\/[\w-]+\?key=/);
      await here();

      const opened = await caseOf(desk, app.id);
      await add(desk, `cases/${opened.number}/decisions/`, { ...remove, version: opened.version });
      await open(linkIn(await mailTo(reporter, 'was decided'), '/report/'));
      await open(`/moderation/${opened.number}`);
      await open(linkIn(await mailTo(owner, '/appeal/'), '/appeal/'));
      await typeInto(page, field('Why is the decision wrong?'), 'We have paid all of them back.');
      await enterOn(page, button('Send appeal'));
      await expect(page.getByText('We have received your appeal.')).toBeVisible();
      await here();
      // A report of a wrong fact asks the owner first.
      await reportApp(request, asked.name_id, 'facts');
      await open(linkIn(await mailTo(owner, '/answer/'), '/answer/'));
      await enterOn(page, button('It is right as it is'));
      await expect(page.getByText('nothing more is needed from you')).toBeVisible();
      await here();

      const { access } = await pairOf(request, owner);
      const change = await request.patch(`/api/v1/user/${app.owner.id}/`, {
        data: { open_to_work: 'true', work_kinds: 'contract', work_remote: 'true' },
        headers: { authorization: `Bearer ${access}` },
      });
      expect(change.ok(), await change.text()).toBe(true);
      const sender = newEmail();
      await open(`/write/${app.owner.id}`);
      await typeInto(page, field('Your letter'), 'We look for somebody who builds for markets.');
      await typeInto(page, field("Your name, or your company's"), 'Bola');
      await typeInto(page, field('Your email address'), sender);
      await enterOn(page, button('Go on'));
      await expect(page).toHaveURL(/\/write\/code/);
      await here();
      await typeInto(page, field('Code'), await codeFor(sender));
      await enterOn(page, button('Send letter'));
      await expect(page.getByText('on its way')).toBeVisible();
      await here();
      await open(linkIn(await mailTo(owner, '/letter/'), '/letter/'));
      await typeInto(page, field('Your answer'), 'Thank you. Tell me more.');
      await enterOn(page, button('Send'));
      await expect(page.getByText('on its way')).toBeVisible();
      await here();
      for (const path of ['/policies', '/transparency']) await open(path);
      expectEvery(openFolders, paths);
    });
  });
