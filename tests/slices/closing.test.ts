// Closing a product closes every part, also when one of them fails.
import { expect, test, vi } from 'vitest';
import { createOwner, createTestProduct, bothEngines, newApp } from '../support/test-product.ts';

const userAgent =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

test.each(bothEngines)('Closes the outbox and %s when views cannot be written', async (engine) => {
  const product = await createTestProduct(engine);
  const { db, services, outbox } = product;
  const app = await services.apps.publishApp(newApp(await createOwner(product)));
  services.views.count({ subject: `app:${app.id}`, address: '10.0.0.1', userAgent, viewer: '' });
  await db.write((trx) => trx.schema.alterTable('view_marks').renameTo('view_marks_away').execute());
  const stop = vi.spyOn(outbox, 'stop');
  await expect(product.dispose()).rejects.toThrow('Not everything could be closed.');
  expect(stop).toHaveBeenCalledOnce();
  await expect(db.check()).rejects.toThrow();
});
