// Who sees pictures of listings that are not public: the owner and staff, with their access tokens.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { caseOf, openCase } from '../support/desk-cases.ts';
import { decideListing } from '../support/decide-listing.ts';
import { createStaff, proveFactor } from '../support/staff.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { engines } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

describe.each(engines)('Pictures of listings that are not public on %s', (engine) => {
  let site: TestSite;
  let owner: Person;
  let other: Person;
  let staff: Person;
  beforeAll(async () => {
    site = await createTestSite(engine);
    owner = await createPerson(site.api);
    other = await createPerson(site.api);
    staff = await createStaff(site.api);
  });
  afterAll(() => site.dispose());

  async function list(name: string): Promise<{ id: string; paths: string[] }> {
    const form = new FormData();
    const texts = { name, description: 'Keeps the books.', website: 'https://one.ng' };
    for (const [field, text] of Object.entries(texts)) form.set(field, text);
    form.set('logo', new Blob([new Uint8Array(await picture(300, 300))]), 'logo.png');
    form.set('screenshots', new Blob([new Uint8Array(await picture(200, 400))]), 'shot.png');
    const headers = { authorization: `Bearer ${owner.access}` };
    const { status, body } = await site.api.request('/app/', { method: 'POST', headers, body: form });
    expect([status, body]).toEqual([201, expect.anything()]);
    const { id, logo, screenshot } = body as AppJson;
    await decideListing(site.product, id, 'held', { actor: 'staff' });
    const urls = [logo ?? '', ...screenshot.map(({ image }) => image)];
    return { id, paths: urls.map((url) => new URL(url).pathname) };
  }
  const read = (path: string, person?: Person, headers: Record<string, string> = {}) =>
    site.get(path, { ...headers, ...(person && { authorization: `Bearer ${person.access}` }) });

  test('The owner and staff see them, and no cache keeps them', async () => {
    for (const path of (await list('Held Ledger')).paths) {
      for (const person of [owner, staff]) {
        const answer = await read(path, person);
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
        expect([answer.headers.get('etag'), answer.bytes.length > 100]).toEqual([null, true]);
        // Not even where the browser holds a copy of before.
        const key = path.slice('/media/'.length);
        expect((await read(path, person, { 'if-none-match': `"${key}"` })).status).toBe(200);
      }
      // After they were sent to those who may see them.
      for (const answer of [await read(path), await read(path, other)])
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
      const forged = { authorization: 'Bearer x.y.z' };
      expect((await site.get(path, forged)).status).toBe(404);
    }
  });

  test('A case shows staff the logo and the screenshots of a held app', async () => {
    const { id, paths } = await list('Held Receipts');
    const { number } = await openCase(site.api, {
      kind: 'hold',
      subject: { kind: 'app', id },
      ownerId: owner.id,
    });
    const { image, screenshots } = (await caseOf(site.api, staff, number)).subject;
    expect([image, ...screenshots]).toEqual(paths);
    for (const path of screenshots) expect((await read(path, staff)).status).toBe(200);
  });

  test('Staff without a proof of the last hours, and pictures that nothing refers to, get 404', async () => {
    const [logo = ''] = (await list('Held Accounts')).paths;
    const now = site.product.clock();
    await proveFactor(site.api, staff, now - 13 * 3_600_000);
    expect((await read(logo, staff)).status).toBe(404);
    await proveFactor(site.api, staff, null);
    expect((await read(logo, staff)).status).toBe(404);
    await proveFactor(site.api, staff, now);
    expect((await read(logo, staff)).status).toBe(200);
    await site.product.db.write((trx) =>
      trx.updateTable('apps').set({ logo_id: null }).where('owner_id', '=', owner.id).execute(),
    );
    expect((await read(logo, staff)).status).toBe(404);
    expect((await read(logo, owner)).status).toBe(404);
  });
});
