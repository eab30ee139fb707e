// The pictures of the draft of a new app.
import { pictureStore, type PickedPicture } from './picture-store.ts';

const keys = ['logo', 'screenshots'] as const;
export type PictureKey = (typeof keys)[number];

const store = pictureStore('new-app-draft');

/** Empty where nothing was kept, or nothing can be read. */
export async function readPictures(key: PictureKey): Promise<PickedPicture[]> {
  return await store.read(key);
}

/** @throws where the browser does not keep them */
export async function writePictures(key: PictureKey, pictures: PickedPicture[]): Promise<void> {
  await store.write(key, pictures);
}

export async function removePictures(): Promise<void> {
  await store.remove(...keys);
}
