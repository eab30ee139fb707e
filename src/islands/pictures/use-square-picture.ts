import { useEffect, useRef, useState } from 'react';
import { picked, release, type PickedPicture } from '../../lib/client/drafts/picture-store.ts';
import {
  cropPicture,
  isSquare,
  middleSquare,
  sizeOf,
  type Part,
} from '../../lib/client/forms/picture-file.ts';
import { useAddPictures } from './use-add-pictures.ts';

interface Options {
  current: () => readonly PickedPicture[];
  /** Takes the picture as it is uploaded. */
  onChange: (square: PickedPicture[]) => void;
  /** The part can be chosen of a square picture as well. */
  cutsSquares?: boolean;
}

/** Takes a picture that has to be a square. Its person chooses the part; until then it is the middle. */
export function useSquarePicture({ current, onChange, cutsSquares = false }: Options) {
  /** The whole picture, while its part can be chosen. */
  const [source, setSource] = useState<PickedPicture | null>(null);
  const newest = useRef<PickedPicture | null>(null);
  const picks = useRef(0);

  const setWhole = (picture: PickedPicture | null): void => {
    if (newest.current) release(newest.current);
    newest.current = picture;
    setSource(picture);
  };
  useEffect(
    () => () => {
      if (newest.current) release(newest.current);
    },
    [],
  );

  const cut = async (picture: PickedPicture, part: Part): Promise<void> => {
    picks.current += 1;
    const turn = picks.current;
    // A browser that cannot cut it sends the whole picture: lists show the middle of it.
    const file = await cropPicture(picture.file, part).catch(() => picture.file);
    // The square may have been moved on, or the picture changed, meanwhile.
    if (turn === picks.current) onChange([picked(file)]);
  };

  const take = async (picture: PickedPicture): Promise<void> => {
    picks.current += 1;
    const size = await sizeOf(picture.file);
    if (size === null || (isSquare(size) && !cutsSquares)) {
      setWhole(null);
      onChange([picture]);
      return;
    }
    setWhole(picture);
    await cut(picture, middleSquare(size));
  };

  const { add, isBusy, error } = useAddPictures({
    max: 1,
    current,
    onChange: ([picture]) => {
      if (picture) void take(picture);
    },
  });

  return {
    add,
    isBusy,
    error,
    source,
    choosePart: (part: Part): void => {
      if (newest.current) void cut(newest.current, part);
    },
    remove: (): void => {
      picks.current += 1;
      setWhole(null);
      onChange([]);
    },
    /** It was saved: there is nothing left to choose. */
    finish: (): void => setWhole(null),
  };
}
