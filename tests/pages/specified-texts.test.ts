// The texts that the specification prescribes are in the rendered pages and in the modules that use them.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { limits } from '../../src/lib/shared/schemas/limits.ts';
import { messages } from '../../src/lib/shared/text/messages.ts';
import { createPerson } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { sendForm } from '../support/send-form.ts';
import { alertTitles, inModules } from '../support/specified-form-texts.ts';
import { forOwners, onEmptyHome, onPages, type Addresses } from '../support/specified-page-texts.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let addresses: Addresses;
let emptyHome: string;

const entities: Record<string, string> = {
  '&#39;': "'",
  '&#x27;': "'",
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};
const decoded = (html: string) =>
  html.replace(/&(?:#39|#x27|quot|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);

/** The texts and placeholders of a page, without scripts, styles and comments. */
function textsOf(html: string): string {
  const body = html
    .slice(html.indexOf('<body'))
    .replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '');
  const placeholders = [...body.matchAll(/ placeholder="([^"]*)"/g)].map(([, text = '']) => text);
  return decoded([body.replace(/<[^>]+>/g, ' '), ...placeholders].join(' ')).replace(/\s+/g, ' ');
}

beforeAll(async () => {
  site = await createTestSite('sqlite');
  emptyHome = textsOf((await site.get('/')).text);
  const [person, other, empty] = [
    await createPerson(site.api),
    await createPerson(site.api),
    await createPerson(site.api),
  ];
  const list = async (owner: typeof person, name: string, files = {}): Promise<AppJson> => {
    const app = {
      name,
      description: 'A listing of the tests.',
      website: 'https://one.ng',
      category: 'Music',
    };
    const { status, body } = await sendForm<AppJson>(site.api, 'POST', '/app/', { ...app, ...files }, owner);
    expect([name, status]).toEqual([name, 201]);
    return body;
  };
  // More than fit on one page of a list.
  for (let number = 0; number <= limits.pageSize; number += 1)
    await list(person, `Listing ${String(number)}`);
  const app = await list(other, 'The only one', { screenshot: await picture(64, 64) });
  const path = `/app/${app.name_id}`;
  addresses = {
    app: path,
    user: `/user/${person.id}`,
    emptyUser: `/user/${empty.id}`,
    screenshot: `${path}/update/screenshots/${app.screenshot[0]?.id ?? ''}`,
  };
});
afterAll(() => site.dispose());

test.each(onPages)('Shows every specified text on the page: $page', async ({ path, texts }) => {
  const { text } = await site.get(path(addresses));
  const said = textsOf(text);
  expect(texts.filter((one) => !said.includes(one))).toEqual([]);
});

test('Shows the legal texts without the banner once they were reviewed', async () => {
  const reviewed = await createTestSite('sqlite', { LEGAL_REVIEWED: '1' });
  onTestFinished(() => reviewed.dispose());
  for (const path of ['/terms', '/privacy']) {
    const said = textsOf((await reviewed.get(path)).text);
    expect(said).toContain('Nigeria');
    expect(said).not.toContain('Coming soon');
  }
});

test('Notices a text that is missing on a page', async () => {
  const { text } = await site.get('/login');
  expect(textsOf(text)).not.toContain(messages.signup.slides[0].title);
});

test('Shows the specified text on the home page of an empty directory', () => {
  expect(emptyHome).toContain(onEmptyHome);
});

test.each(forOwners)("Carries '$text' for the owner", async ({ path, text }) => {
  const { text: html } = await site.get(path(addresses));
  const [, id = ''] = /^\/user\/([^/]+)/.exec(path(addresses)) ?? [];
  const own = [...html.matchAll(/<\w+[^>]* data-own-text="([^"]*)"[^>]*>/g)];
  expect(own.filter(([tag]) => tag.includes(`data-owner-id="${id}"`)).map(([, shown]) => shown)).toContain(
    text,
  );
});

describe('Specified messages', () => {
  /** The source of a module without its comments. */
  const sourceOf = async (module: string) =>
    (await readFile(`src/${module}`, 'utf8')).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

  const textNamed = (name: string): unknown =>
    name
      .split('.')
      .reduce<unknown>(
        (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
        messages,
      );

  test.each(inModules)('%s uses %s: %s', async (module, name, text, status) => {
    expect(textNamed(name)).toBe(text);
    const use = `messages.${name}`.replaceAll('.', '\\.');
    const pattern = status === undefined ? `${use}\\b` : `\\b${String(status)}: ${use}\\b`;
    expect(await sourceOf(module)).toMatch(new RegExp(pattern));
  });

  test('Alerts have the specified titles', async () => {
    expect(messages.alerts).toEqual(alertTitles);
    expect(await sourceOf('islands/ui/Alert.tsx')).toContain(
      'content.title ?? messages.alerts[content.kind]',
    );
  });
});
