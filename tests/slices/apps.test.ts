import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../src/lib/server/platform/errors.ts';
import {
  createOwner,
  createTestProduct,
  bothEngines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';

describe.each(bothEngines)('Apps on %s', (engine) => {
  let product: TestProduct;
  let ownerId: string;

  beforeAll(async () => {
    product = await createTestProduct(engine);
    ownerId = await createOwner(product);
  });
  afterAll(() => product.dispose());

  test('Publishes an app with all given fields and a first release', async () => {
    const app = await product.services.apps.publishApp(
      newApp(ownerId, { name: '  Ọjà   Café & Co ', categories: ['Shopping', 'Food & Drink'] }),
    );
    expect(app).toMatchObject({
      name: 'Ọjà Café & Co',
      nameId: 'oja-cafe-and-co',
      categories: ['Shopping', 'Food & Drink'],
      owner: { id: ownerId, firstname: 'Ada' },
      currentVersion: {
        version: '0.1.0',
        releaseType: 'IN_DEVELOPMENT',
        latestFeature: '',
        releaseDate: null,
      },
      logo: null,
      screenshots: [],
      views: 0,
    });
    expect(await product.services.apps.findApp(app.id)).toEqual({ kind: 'found', app });
    expect(await product.services.apps.findApp('oja-cafe-and-co')).toEqual({ kind: 'found', app });
  });

  test('Compares names without case and spaces, and gives similar names different slugs', async () => {
    const { apps } = product.services;
    await apps.publishApp(newApp(ownerId, { name: 'Kola Nut' }));
    await expect(apps.publishApp(newApp(ownerId, { name: ' kola  NUT ' }))).rejects.toThrow(
      new AppError(400, 'This app name exist', { name: 'This app name exist' }),
    );
    expect(await apps.nameExists('KOLA nut')).toBe(true);
    expect(await apps.nameExists('Kola Nuts')).toBe(false);
    const punctuated = await apps.publishApp(newApp(ownerId, { name: 'Kola-Nut' }));
    expect(punctuated.nameId).toBe('kola-nut-2');
    const third = await apps.publishApp(newApp(ownerId, { name: 'Kola: Nut' }));
    expect(third.nameId).toBe('kola-nut-3');
  });

  test.each(['category_list', 'New', 'Version', 'search', 'API'])(
    'Gives the reserved name %s another slug',
    async (name) => {
      const app = await product.services.apps.publishApp(newApp(ownerId, { name }));
      expect(app.nameId).toMatch(/-\d$|^category-list$/);
    },
  );

  test('Gives a name without Latin letters a slug', async () => {
    const app = await product.services.apps.publishApp(newApp(ownerId, { name: '日本' }));
    expect(app.nameId).toMatch(/^app(-\d+)?$/);
  });

  test('Publishes a name once when twenty requests come at once', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => product.services.apps.publishApp(newApp(ownerId, { name: 'Race' }))),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(AppError);
  });

  test('Publishes all of ten names with one slug at once', async () => {
    const marks = ['!', '?', '.', ':', ';', '#', '%', '=', '+', '~'];
    const apps = await Promise.all(
      marks.map((mark) => product.services.apps.publishApp(newApp(ownerId, { name: `Same slug${mark}` }))),
    );
    expect(new Set(apps.map((app) => app.nameId)).size).toBe(marks.length);
  });

  test('Leaves nothing behind when publishing fails', async () => {
    const before = await product.services.apps.listActivity({ userId: ownerId, limit: 100 });
    await expect(product.services.apps.publishApp(newApp(ownerId, { name: 'Race' }))).rejects.toThrow(
      AppError,
    );
    const after = await product.services.apps.listActivity({ userId: ownerId, limit: 100 });
    expect(after.count).toBe(before.count);
  });

  test('Publishes the keys of a new app', async () => {
    const published: string[] = [];
    product.onChange((tags) => void published.push(...tags));
    const app = await product.services.apps.publishApp(newApp(ownerId));
    expect(published).toEqual(['apps', `app:${app.id}`, `user:${ownerId}`]);
  });
});
