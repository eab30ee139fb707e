import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { picturePurposes } from '../../shared/page/pictures.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { createPictureStore } from './store-picture.ts';

const storage = { put: async () => undefined } as unknown as Storage;
const { storePicture } = createPictureStore(storage, async () => undefined, 2);

const plain = (width: number, height: number, background = '#c03020') =>
  sharp({ create: { width, height, channels: 3, background } });

describe('The identity of a picture', () => {
  test('Gives the same bytes one id, and another id for another purpose or other bytes', async () => {
    const one = await plain(200, 200).png().toBuffer();
    const other = await plain(200, 200, '#c03021').png().toBuffer();
    const [first, again] = await Promise.all([storePicture(one, 'logo'), storePicture(one, 'logo')]);
    expect(again).toEqual(first);
    const ids = await Promise.all(
      picturePurposes.map(async (purpose) => (await storePicture(one, purpose)).id),
    );
    expect(new Set([...ids, (await storePicture(other, 'logo')).id]).size).toBe(4);
    expect(ids).toContain(first.id);
  });

  test('Processes no more than the given number at once, and continues after a failure', async () => {
    let inWork = 0;
    let most = 0;
    const twoInWork = Promise.withResolvers();
    const claim = async () => {
      inWork += 1;
      most = Math.max(most, inWork);
      if (inWork === 2) twoInWork.resolve(null);
      await twoInWork.promise;
      // Time for a third one, which would be one too many.
      await new Promise((resolve) => setTimeout(resolve, 20));
      inWork -= 1;
    };
    const slow = createPictureStore(storage, claim, 2);
    const results = await Promise.allSettled(
      Array.from({ length: 9 }, async (_, index) =>
        slow.storePicture(
          index === 3
            ? Buffer.from('no')
            : await plain(20 + index, 20)
                .png()
                .toBuffer(),
          'screenshot',
        ),
      ),
    );
    expect(most).toBe(2);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  test('Rejects with the error of the storage, and not with one about the picture', async () => {
    const full = { put: () => Promise.reject(new Error('ENOSPC')) } as unknown as Storage;
    const store = createPictureStore(full, async () => undefined, 1);
    await expect(store.storePicture(await plain(50, 50).png().toBuffer(), 'logo')).rejects.toThrow('ENOSPC');
  });
});
