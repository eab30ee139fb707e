import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/lib/server/accounts/index.ts';
import type { AppPreview } from '../../../src/lib/shared/schemas/previews/previews.ts';
import { startOutsideWorld, type Answerer, type OutsideWorld } from '../../support/outside-world.ts';
import { createOwner, createTestProduct, type TestProduct } from '../../support/test-product.ts';
import { appStoreListings } from './app-store.ts';
import type { Fixture, Reply } from './fixture.ts';
import { repositories } from './github.ts';
import { hostilePlay } from './hostile-play.ts';
import { hostileWebsites } from './hostile-websites.ts';
import { moreWebsites } from './more-websites.ts';
import { playListings } from './play.ts';
import { websites } from './websites.ts';

let world: OutsideWorld;
let product: TestProduct;
let caller: Caller;
let now = Date.UTC(2026, 10, 3, 9);

beforeAll(async () => {
  world = await startOutsideWorld();
  product = await createTestProduct('sqlite', { env: world.env, clock: () => now });
  const userId = await createOwner(product);
  const client = { address: '127.0.0.1' };
  caller = { userId, sessionId: '', isVerified: true, role: 'member', factorAt: null, client };
});

afterAll(async () => {
  await product.dispose();
  await world.stop();
});

function answererOf(files: Fixture['hosts'][string]): Answerer {
  return ({ url = '/' }, response) => {
    const file = files[url];
    const reply: Reply =
      file === undefined
        ? { status: 404, body: 'Not found' }
        : typeof file === 'string'
          ? { body: file }
          : 'json' in file
            ? { type: 'application/json', body: JSON.stringify(file.json) }
            : file;
    response.writeHead(reply.status ?? 200, { 'content-type': reply.type ?? 'text/html', ...reply.headers });
    response.end(reply.body);
  };
}

async function look({ address, hosts }: Pick<Fixture, 'address' | 'hosts'>): Promise<AppPreview> {
  // The pause of the hosts of stores.
  now += 6_000;
  for (const [host, files] of Object.entries(hosts)) world.host(host, answererOf(files));
  const { signal } = new AbortController();
  return await product.services.previews.previewAddress(caller, address, {
    left: signal,
    onStep: () => undefined,
  });
}

const kinds: Record<string, readonly Fixture[]> = {
  websites: [...websites, ...moreWebsites, ...hostileWebsites],
  'App Store': appStoreListings,
  'Google Play': [...playListings, ...hostilePlay],
  GitHub: repositories,
};

describe.each(Object.entries(kinds))('%s', (_kind, fixtures) => {
  let there = 0;
  let found = 0;

  test.each(fixtures)('Reads $about', async (fixture) => {
    const preview = await look(fixture);
    const fields = Object.fromEntries(preview.fields.map(({ name, value }) => [name, value]));
    const names = Object.keys(fixture.expected);
    there += names.length;
    found += names.filter(
      (name) => fields[name] === fixture.expected[name as keyof Fixture['expected']],
    ).length;
    expect(fields).toEqual(fixture.expected);
    if (fixture.pictures)
      expect(preview.pictures.map(({ kind, source }) => `${kind} ${source}`)).toEqual(fixture.pictures);
    if (fixture.problem) expect(preview.problems.join(' ')).toMatch(fixture.problem);
  });

  test('At least 80 % of the fields that are there are found in 30 of them', () => {
    expect(fixtures).toHaveLength(30);
    expect(there).toBeGreaterThan(60);
    expect(found / there).toBeGreaterThanOrEqual(0.8);
  });
});
