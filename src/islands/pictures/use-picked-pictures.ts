import { useRef, useState } from 'react';
import { release, type PickedPicture } from '../../lib/client/drafts/draft-pictures.ts';

/** Pictures of one form, which are kept nowhere else. */
export function usePickedPictures() {
  const [pictures, setPictures] = useState<readonly PickedPicture[]>([]);
  const newest = useRef(pictures);
  const set = (changed: readonly PickedPicture[]): void => {
    release(...newest.current.filter((old) => !changed.includes(old)));
    newest.current = changed;
    setPictures(changed);
  };
  return { pictures, current: () => newest.current, set };
}
