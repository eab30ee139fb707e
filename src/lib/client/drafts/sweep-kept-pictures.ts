import { hasPicturesMark } from './pictures-mark.ts';

/** Every page calls it: after a logout and a deletion no picture of the account may stay. */
export async function sweepKeptPictures(): Promise<void> {
  if (!hasPicturesMark()) return;
  const { sweepPictures } = await import('./kept-pictures.ts');
  await sweepPictures();
}
