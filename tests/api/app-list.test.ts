import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import samples from '../../src/sample-data/sample-apps.json' with { type: 'json' };
import { appSchema, type AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { firstCategories } from '../../src/lib/shared/schemas/categories.ts';
import { socialNetworks } from '../../src/lib/shared/addresses/social-networks.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { createOwner, engines, newApp, siteUrl } from '../support/test-product.ts';

interface Paged {
  results: AppJson[];
  next: string | null;
  previous: string | null;
  count: number;
}

const pagedStrict = z.strictObject({
  results: z.array(appSchema.strict()),
  next: z.url().nullable(),
  previous: z.url().nullable(),
  count: z.int(),
});

describe.each(engines)('GET /app/ on %s', (engine) => {
  let api: TestApi;
  let ownerId: string;

  beforeAll(async () => {
    api = await createTestApi(engine);
    ownerId = await createOwner(api.product);
    for (const [index, sample] of samples.apps.entries()) {
      await api.product.services.apps.publishApp(
        newApp(ownerId, {
          name: sample.name,
          description: sample.description,
          website: sample.website,
          categories: sample.category,
          createdAt: Date.UTC(2025, 0, 1) + index * 60_000,
        }),
      );
    }
  });
  afterAll(() => api.product.dispose());

  async function walk(first: string, between?: () => Promise<unknown>): Promise<AppJson[]> {
    const seen: AppJson[] = [];
    let path: string | null = first;
    while (path !== null) {
      const page: Paged = await api.get<Paged>(path);
      seen.push(...page.results);
      expect(page.next === null || page.next.startsWith(`${siteUrl}/api/v1/app/?`)).toBe(true);
      path = page.next?.slice(`${siteUrl}/api/v1`.length) ?? null;
      await between?.();
    }
    return seen;
  }

  test('Lists 20 apps, newest first, in exactly the shape of the contract', async () => {
    const page = pagedStrict.parse(await api.get('/app/'));
    expect(page.results).toHaveLength(20);
    expect(page.count).toBe(73);
    expect(page.previous).toBeNull();
    const dates = page.results.map((app) => app.created_at);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(page.results[0]?.name).toBe(samples.apps.at(-1)?.name);
  });

  test('Answers the same without the slash at the end of the path', async () => {
    expect(await api.get('/app')).toEqual(await api.get('/app/'));
  });

  test('Visits each of the 73 apps once by following next', async () => {
    const seen = await walk('/app/');
    expect(seen.map((app) => app.name)).toEqual(samples.apps.map((app) => app.name).toReversed());
  });

  test('Visits each app once by following next while apps are added', async () => {
    const before = (await walk('/app/')).map((app) => app.id);
    const other = await createOwner(api.product);
    const during = await walk('/app/', () => api.product.services.apps.publishApp(newApp(other)));
    expect(during.map((app) => app.id)).toEqual(before);
  });

  test('Ignores case, spaces and accents in a search, and keeps its text on the next pages', async () => {
    const { results, count } = await api.get<Paged>('/app/?search=heliumhealth');
    expect(results.map((app) => app.name)).toEqual(['Helium Health']);
    expect(count).toBe(1);
    expect((await walk('/app/?search=HELIUM%20h%C3%A9')).map((app) => app.name)).toEqual(['Helium Health']);
    expect((await api.get<Paged>('/app/?search=%25%25')).results).toEqual([]);
    expect((await walk('/app/?search=a')).length).toBeGreaterThan(20);
  });

  test('Filters by category, and names an unknown category in the refusal', async () => {
    const found = await walk('/app/?category=Food%20%26%20Drink');
    expect(found.length).toBe(samples.apps.filter((app) => app.category.includes('Food & Drink')).length);
    const { status, body } = await api.request('/app/?category=Nonsense');
    expect(status).toBe(400);
    expect(body).toEqual({
      error: "There is no category 'Nonsense'.",
      fields: { category: "There is no category 'Nonsense'." },
    });
  });

  test.each([
    '?cursor=x',
    '?cursor=undefined',
    '?sort=sideways',
    `?search=${'x'.repeat(200)}`,
    '?cursor=%00',
    `?cursor=${'A'.repeat(2000)}`,
  ])('Refuses GET /app/%s with a sentence', async (query) => {
    const { status, body } = await api.request(`/app/${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: expect.stringMatching(/.{10,}/) as string });
    expect(api.faults).toEqual([]);
  });

  test('Answers the lists of categories and social networks, and whether a name exists', async () => {
    expect(await api.get('/app/category_list/')).toEqual([...firstCategories]);
    expect(await api.get('/app/social_list/')).toEqual([...socialNetworks]);
    expect(await api.get('/app/exists/?name=%20PAYSTACK%20')).toEqual({ exists: true });
    expect(await api.get('/app/exists/?name=Nobody%20has%20this')).toEqual({ exists: false });
    expect((await api.request('/app/exists/')).status).toBe(400);
  });

  test('Refuses other methods with 405 and an Allow header', async () => {
    const { status, headers, body } = await api.request('/app/category_list/', { method: 'DELETE' });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, HEAD');
    expect(body).toEqual({ error: 'This address takes GET, HEAD.', fields: {} });
  });

  test('Allows requests of every origin, without credentials', async () => {
    const { headers } = await api.request('/app/', { headers: { origin: 'https://other.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    const preflight = await api.request('/app/', {
      method: 'OPTIONS',
      headers: { origin: 'https://other.example', 'access-control-request-method': 'PATCH' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('If-None-Match');
  });
});
