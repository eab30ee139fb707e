import { useStore } from '@nanostores/react';
import { changePicked, pickedIn } from '../../lib/client/drafts/kept-pictures.ts';
import { typedForm } from '../../lib/client/drafts/kept-forms.ts';
import type { PickedPicture } from '../../lib/client/drafts/picture-store.ts';
import { $session } from '../../lib/client/session/session.ts';
import type { KeptState } from './use-kept.ts';

export interface KeptPictures {
  pictures: readonly PickedPicture[];
  /** The newest pictures, also between two renderings. */
  current: () => readonly PickedPicture[];
  set: (pictures: readonly PickedPicture[]) => void;
  kept: KeptState;
}

/**
 * The pictures that are picked in a form. This browser keeps them until they are saved, so that the end of a login, a
 * reload or a crash loses none.
 * @param form name of the form, with the id of the record that it changes
 */
export function useKeptPictures(form: string): KeptPictures {
  const owner = useStore($session, { ssr: 'initial' })?.user_id ?? '';
  const pictures = useStore(pickedIn(owner, form));
  const { isFromBefore } = useStore(typedForm(owner, form));
  const set = (changed: readonly PickedPicture[]): void => changePicked(owner, form, changed);
  return {
    pictures,
    current: () => pickedIn(owner, form).get(),
    set,
    kept: { isFromBefore: isFromBefore && pictures.length > 0, discard: () => set([]) },
  };
}
