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
  /** Called with the picture to upload. */
  onChange: (square: PickedPicture[]) => void;
  /** Lets the part be chosen for square pictures as well. */
  cutsSquares?: boolean;
}

/** Takes a picture and crops it to a square: first to its middle, then to the part that the person chooses. */
export function useSquarePicture({ current, onChange, cutsSquares = false }: Options) {
  /** The whole picture while its part can be chosen; otherwise null. */
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
    // A browser that cannot crop sends the whole picture; lists show its middle.
    const file = await cropPicture(picture.file, part).catch(() => picture.file);
    // Ignores the result if the part or the picture has changed meanwhile.
    if (turn === picks.current) onChange([picked(file)]);
  };

  const take = async (picture: PickedPicture): Promise<void> => {
    picks.current += 1;
    const turn = picks.current;
    const size = await sizeOf(picture.file);
    // Another picture was picked meanwhile, or this one removed.
    if (turn !== picks.current) {
      release(picture);
      return;
    }
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
    /** Call it when the picture was saved. */
    finish: (): void => setWhole(null),
  };
}
