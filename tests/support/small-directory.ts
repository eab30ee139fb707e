// A small directory, with a person who has many apps and one whose account the operator closes.
import { expect } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { VersionJson } from '../../src/lib/shared/schemas/versions.ts';
import { createPerson, type Person } from './people.ts';
import { mapReads } from './map-reads.ts';
import { picture } from './pictures.ts';
import { knownApp, type Known } from './public-addresses.ts';
import { sendForm, type FormValue } from './send-form.ts';
import { createOwner, newApp, type EngineName } from './test-product.ts';
import { createTestSite, type TestSite } from './test-site.ts';
import type { Slice } from '../../src/lib/server/platform/reads/slices.ts';
import type { Slices } from '../../src/lib/server/services.ts';

export interface SmallDirectory {
  site: TestSite;
  /** Grows as the writes make more. */
  known: Known;
  ada: Person;
  /** Whose account the operator closes. */
  bola: Person;
  app: AppJson;
  bolas: AppJson;
  /** Names of the slices' actions that were called so far, such as 'apps.createApp'. */
  called: ReadonlySet<string>;
  /** How often the server has called a read so far. It calls none for an answer that it has kept. */
  reads(): number;
  /** Sets the clock forward. */
  pass(ms: number): void;
}

export async function list(
  site: TestSite,
  person: Person,
  facts: Record<string, FormValue>,
): Promise<AppJson> {
  const form = { description: 'Keeps the books.', website: 'https://one.ng', ...facts };
  const { status, body } = await sendForm<AppJson>(site.api, 'POST', '/app/', form, person);
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
}

export async function releasesOf(site: TestSite, appId: string): Promise<string[]> {
  const page = await site.api.get<{ results: VersionJson[] }>(`/app/version/?app=${appId}`);
  return page.results.map(({ id }) => id);
}

/** Notes each action of a slice that is called from now on. */
function watchActions({ slices, services }: TestSite['product']): Set<string> {
  const called = new Set<string>();
  for (const [slice, { actions }] of Object.entries<Slice>({ ...slices })) {
    const plain = (services as unknown as Record<string, Record<string, unknown>>)[slice] ?? {};
    for (const name of Object.keys(actions)) {
      const action = plain[name];
      if (typeof action !== 'function') continue;
      plain[name] = (...rest: unknown[]): unknown => {
        called.add(`${slice}.${name}`);
        return (action as (...all: unknown[]) => unknown)(...rest);
      };
    }
  }
  return called;
}

export async function createSmallDirectory(
  engine: EngineName,
  { wrap = (slices) => slices }: Pick<NonNullable<Parameters<typeof createTestSite>[2]>, 'wrap'> = {},
): Promise<SmallDirectory> {
  let now = Date.now();
  let reads = 0;
  const count = (slices: Slices) =>
    mapReads(
      slices,
      (read) =>
        (...rest) => ((reads += 1), read(...rest)),
    );
  const site = await createTestSite(engine, {}, { clock: () => now, wrap: (slices) => count(wrap(slices)) });
  const called = watchActions(site.product);
  const { apps } = site.product.services;
  const other = await createOwner(site.product);
  for (let n = 0; n < 10; n += 1) await apps.publishApp(newApp(other));
  const ada = await createPerson(site.api);
  // More than are indexed with a change of their owner's name.
  for (let n = 0; n < 11; n += 1) await apps.publishApp(newApp(ada.id));
  const bola = await createPerson(site.api);
  const shots = [await picture(360, 640), await picture(360, 640, '#cc8800')];
  const pictures = { logo: await picture(300, 300), screenshot: shots };
  const app = await list(site, ada, { name: 'Harmattan', category: 'Finance', ...pictures });
  const bolas = await list(site, bola, { name: 'Kaduna', category: 'Music' });
  const known: Known = {
    apps: [
      knownApp(app, await releasesOf(site, app.id), true),
      knownApp(bolas, await releasesOf(site, bolas.id), false),
    ],
    users: [
      { id: ada.id, handles: ['ada-o'] },
      { id: bola.id, handles: [] },
    ],
    cards: [],
    words: ['harmattan', 'ada', 'sahara', 'harmatan', 'zainab'],
  };
  for (const path of ['/', `/app/${app.name_id}`, `/user/${ada.id}`]) {
    const card = /property="og:image" content="([^"]+)"/.exec((await site.get(path)).text)?.[1];
    known.cards.push(new URL(card ?? '').pathname);
  }
  return { site, known, ada, bola, app, bolas, called, reads: () => reads, pass: (ms) => void (now += ms) };
}
