import { useRef, useState } from 'react';
import { picked, type PickedPicture } from '../../lib/client/drafts/picture-store.ts';
import { preparePicture } from '../../lib/client/forms/picture-file.ts';
import { messages } from '../../lib/shared/text/messages.ts';

interface Options {
  /** The most pictures of a list. */
  max: number;
  /** The pictures are a list; otherwise there is one, and a new pick replaces it. */
  isList?: boolean;
  /** @returns the newest pictures, which can change while files are being prepared */
  current: () => readonly PickedPicture[];
  onChange: (pictures: PickedPicture[]) => void;
}

/** Prepares picked files and adds them. `error` says which ones were refused, and why. */
export function useAddPictures({ max, isList = false, current, onChange }: Options) {
  const [pending, setPending] = useState(0);
  const [error, setError] = useState<string | undefined>();
  /** Counts the picks: of a single picture the last one is taken, whichever is prepared first. */
  const picks = useRef(0);

  const add = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    const room = isList ? Math.max(0, max - current().length - pending) : 1;
    const taken = files.slice(0, room);
    const refusals: string[] = files.length > room && isList ? [messages.appForms.tooManyScreenshots] : [];
    picks.current += 1;
    const turn = picks.current;
    setError(undefined);
    setPending((count) => count + taken.length);
    // One at a time, because a phone cannot hold four decoded photographs at once.
    for (const file of taken) {
      const prepared = await preparePicture(file);
      if (!isList && turn !== picks.current) {
        setPending((count) => count - 1);
        return;
      }
      if (prepared.kind === 'ok') onChange([...(isList ? current() : []), picked(prepared.file)]);
      else refusals.push(files.length > 1 ? `${file.name}: ${prepared.error}` : prepared.error);
      setPending((count) => count - 1);
    }
    setError(refusals.length > 0 ? refusals.join(' ') : undefined);
  };

  return { add, isBusy: pending > 0, error, clearError: () => setError(undefined) };
}
