// A deleted account is hidden as soon as the deletion is answered, before the job removes its rows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { answersOf, everyAddress, type EveryAddress } from '../support/every-address.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createOwner, oneEngine, newApp } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

describe.each(oneEngine)('A deleted account on %s', (engine) => {
  let site: TestSite;
  let person: Person;
  let app: AppJson;
  let { lists, own, owners }: EveryAddress = { lists: [], own: [], owners: [] };

  beforeAll(async () => {
    site = await createTestSite(engine);
    await site.product.services.apps.publishApp(newApp(await createOwner(site.product)));
    person = await createPerson(site.api);
    app = await list('Zebra Ledger');
    const sibling = await list('Sibling');
    const patched = await site.api.request(`/user/${person.id}/`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${person.access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ handle: 'zebras' }),
    });
    expect(patched.status).toBe(200);
    ({ lists, own, owners } = await everyAddress(site, {
      app,
      sibling,
      owner: { id: person.id, handle: 'zebras' },
      word: 'zebra',
    }));
  }, 120_000);
  afterAll(() => site.dispose());

  async function list(name: string): Promise<AppJson> {
    const sent = { name, description: 'Keeps the books.', website: 'https://one.ng', category: 'Finance' };
    const { status, body } = await site.api.post('/app/', sent, person.access);
    expect([status, body]).toEqual([201, expect.anything()]);
    return body as AppJson;
  }

  /** Addresses whose answer names the listing, its release or its owner. */
  async function findMentions(paths: string[]): Promise<string[]> {
    const found = await answersOf(site, paths);
    // A 404 repeats the requested address.
    return paths.filter(
      (path) =>
        (found[path] ?? '').startsWith('200 ') &&
        new RegExp(`Zebra|zebra-|zebras|${app.id}|${app.current_version.id}|/user/${person.id}`).test(
          (found[path] ?? '')
            .replaceAll(`app=${app.id}`, '')
            .replaceAll(new RegExp(`${path.split('?')[1] ?? '\0'}|search=zebra`, 'g'), ''),
        ),
    );
  }

  test('Hides a deleted account in lists, feeds, sitemaps and search before its rows are removed', async () => {
    const users = '/sitemaps/users/1.xml';
    expect((await findMentions([...lists, users])).toSorted()).toEqual([...lists, users].toSorted());
    const password = 'correct horse battery';
    const deleted = await site.api.post(`/user/${person.id}/delete/`, { password }, person.access);
    expect(deleted.status).toBe(200);
    // The job has not begun.
    const rows = await site.product.db.read
      .selectFrom('versions')
      .select('id')
      .where('app_id', '=', app.id)
      .execute();
    expect(rows).toHaveLength(1);

    expect(await findMentions([...lists, ...owners, users])).toEqual([]);
    for (const [path] of own) expect([path, (await site.get(path)).status >= 400]).toEqual([path, true]);
    for (const path of owners) expect([path, (await site.get(path)).status]).toEqual([path, 404]);
    for (const path of ['/app/', '/app/version/', '/app/?sort=name', `/app/version/?app=${app.id}`]) {
      const { count, results } = await site.api.get<{ count: number; results: unknown[] }>(path);
      expect([path, count]).toEqual([path, results.length]);
    }
  });
});
