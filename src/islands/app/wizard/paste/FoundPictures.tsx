import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $draft, changeDraftPictures, type PictureKey } from '../../../../lib/client/drafts/draft.ts';
import { picked } from '../../../../lib/client/drafts/picture-store.ts';
import { limits } from '../../../../lib/shared/schemas/limits.ts';
import { type PreviewPicture, previewMessages as texts } from '../../../../lib/shared/schemas/previews.ts';

const keyOf = ({ kind }: PreviewPicture): PictureKey => (kind === 'logo' ? 'logo' : 'screenshots');

function fileOf({ data, kind, type }: PreviewPicture): File {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return new File([bytes], `${kind}.${type === 'image/png' ? 'png' : 'jpg'}`, { type });
}

/** The pictures of an address, of which a person picks those for the draft. */
export function FoundPictures({ pictures }: { pictures: readonly PreviewPicture[] }) {
  const draft = useStore($draft);
  /** The ids that picked pictures have in the draft, by their index. */
  const [ids, setIds] = useState<Readonly<Record<number, string>>>({});
  if (pictures.length === 0 || !draft) return null;

  const toggle = (picture: PreviewPicture, index: number, isPicked: boolean): void => {
    const key = keyOf(picture);
    const others = draft[key].filter(({ id }) => id !== ids[index]);
    if (isPicked) {
      changeDraftPictures(key, others);
      return;
    }
    const added = picked(fileOf(picture));
    setIds({ ...ids, [index]: added.id });
    changeDraftPictures(key, picture.kind === 'logo' ? [added] : [...others, added]);
  };

  return (
    <>
      <p>{texts.pictures}</p>
      <ul className="paste-pictures">
        {pictures.map((picture, index) => {
          const { data, kind, type, width, height } = picture;
          const isPicked = draft[keyOf(picture)].some(({ id }) => id === ids[index]);
          const isFull = kind === 'screenshot' && draft.screenshots.length >= limits.screenshotsPerApp;
          const label = kind === 'logo' ? texts.logo : texts.screenshot(index + 1);
          return (
            <li key={`${kind}-${String(index)}`}>
              <button
                type="button"
                aria-pressed={isPicked}
                disabled={isFull && !isPicked}
                onClick={() => toggle(picture, index, isPicked)}
              >
                <img src={`data:${type};base64,${data}`} width={width} height={height} alt={label} />
                <span>{(isPicked ? texts.used : texts.use)[kind]}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
