// Addresses of categories that were renamed or merged.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../support/people.ts';
import { list } from '../support/list-on-site.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Addresses of categories on %s', (engine) => {
  let site: TestSite;
  let person: Person;

  beforeAll(async () => {
    site = await createTestSite(engine);
    person = await createPerson(site.api);
    await list(site, person, { name: 'Harmattan', category: 'Finance,Music' });
  });
  afterAll(() => site.dispose());

  const location = async (path: string) => {
    const { headers, status } = await site.get(path);
    return [status, headers.get('location')];
  };

  test('Old addresses lead to the new name, and every page shows it at once', async () => {
    const actor = { userId: person.id, client: { address: '10.0.0.1', userAgent: 'test' } };
    const { services, jobs } = site.product;
    for (const path of ['/', '/apps?category=finance', '/category/finance', '/feeds/category/finance.xml'])
      expect((await site.get(path)).status).toBe(200);
    await services.site.changeCategory(actor, 'finance', { version: 1, name: 'Money & Banks' });
    await services.site.mergeCategory(actor, 'music', { version: 1, into: 'entertainment' });
    await jobs.flush();
    expect(await location('/category/finance')).toEqual([301, '/category/money-and-banks']);
    expect(await location('/category/music')).toEqual([301, '/category/entertainment']);
    expect(await location('/feeds/category/finance.xml')).toEqual([
      301,
      '/feeds/category/money-and-banks.xml',
    ]);
    expect(await location('/apps?q=harmattan&category=finance&platform=web')).toEqual([
      301,
      '/apps?q=harmattan&category=money-and-banks&platform=web',
    ]);
    expect(await location('/category/nonsense')).toEqual([404, null]);
    // Not for good, because staff may add it, and no made-up name takes a place in the cache.
    expect(await location('/apps?category=nonsense')).toEqual([302, '/apps']);
    expect(await location('/apps?category=nonsense&q=harmattan&sort=name')).toEqual([
      302,
      '/apps?q=harmattan',
    ]);
    for (const path of [
      '/',
      '/apps',
      '/apps?q=harmattan',
      '/apps?category=money-and-banks',
      '/category/money-and-banks',
      '/app/harmattan',
      '/feeds/category/money-and-banks.xml',
      '/app/harmattan/update/category',
    ]) {
      const { status, text } = await site.get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text, path).toContain('Money &amp; Banks');
      expect(text, path).not.toContain('>Finance<');
      expect(text, path).not.toContain('>Music<');
    }
    const sitemap = (await site.get('/sitemaps/pages.xml')).text;
    expect(sitemap).toContain('/category/money-and-banks<');
    expect(sitemap).not.toMatch(/category\/(?:finance|music)</);
  });
});
