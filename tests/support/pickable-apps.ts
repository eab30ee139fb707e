// Apps that pass every check of the editors.
import type { AppListing } from '../../src/lib/shared/schemas/apps.ts';
import type { StoredPicture } from '../../src/lib/server/media/index.ts';
import { picture } from './pictures.ts';
import { newApp, type TestProduct } from './test-product.ts';

type Facts = Partial<Parameters<TestProduct['services']['apps']['publishApp']>[0]>;

/** @returns a function that lists one more. All have the same pictures, because encoding takes long. */
export async function pickableApps(
  product: TestProduct,
  ownerId: string,
): Promise<(facts?: Facts) => Promise<AppListing>> {
  const { apps, media } = product.services;
  const store = async (height: number, purpose: 'logo' | 'screenshot'): Promise<StoredPicture> =>
    await media.storePicture(await picture(200, height), purpose);
  const logo = await store(200, 'logo');
  const screenshots = [await store(300, 'screenshot'), await store(310, 'screenshot')];
  return (facts = {}) =>
    apps.publishApp(
      newApp(ownerId, {
        logo,
        screenshots,
        longDescription: 'It does one thing well. '.repeat(10),
        ...facts,
      }),
    );
}
