import {
  $draft,
  changeDraftPictures,
  type Draft,
  type PictureKey,
} from '../../../lib/client/drafts/draft.ts';
import type { PickedPicture } from '../../../lib/client/drafts/picture-store.ts';
import { limits } from '../../../lib/shared/schemas/limits.ts';
import { messages } from '../../../lib/shared/text/messages.ts';
import { PictureDrop } from '../../pictures/PictureDrop.tsx';
import { moved, Thumbnails } from '../../pictures/Thumbnails.tsx';
import { SquareCrop } from '../../pictures/SquareCrop.tsx';
import { useAddPictures } from '../../pictures/use-add-pictures.ts';
import { useSquarePicture } from '../../pictures/use-square-picture.ts';

interface Props {
  draft: Draft | null;
}

function draftPictures(key: PictureKey) {
  return {
    current: () => $draft.get()?.[key] ?? [],
    onChange: (pictures: PickedPicture[]) => changeDraftPictures(key, pictures),
  };
}

export function LogoStep({ draft }: Props) {
  const { add, isBusy, error, source, choosePart, remove } = useSquarePicture(draftPictures('logo'));
  const logo = draft?.logo ?? [];
  return (
    <>
      <p className="soft">A square picture looks best. Without one, the first letter of the name is shown.</p>
      <PictureDrop
        id="logo"
        label={logo.length > 0 ? 'Choose another logo' : 'Choose a logo'}
        isBusy={isBusy}
        error={error}
        onFiles={(files) => void add(files)}
      />
      {source && (
        <SquareCrop key={source.id} url={source.url} hint={messages.pictures.cropLogo} onPart={choosePart} />
      )}
      <div className="thumbs-square">
        <Thumbnails items={logo} onRemove={remove} />
      </div>
    </>
  );
}

export function ScreenshotsStep({ draft }: Props) {
  const { add, isBusy, error, clearError } = useAddPictures({
    ...draftPictures('screenshots'),
    max: limits.screenshotsPerApp,
    isList: true,
  });
  const screenshots = draft?.screenshots ?? [];
  return (
    <>
      <p className="soft">
        Up to {limits.screenshotsPerApp}. The first one stands in front; the arrows and dragging change the
        order.
      </p>
      <PictureDrop
        id="screenshots"
        label="Choose screenshots"
        multiple
        isBusy={isBusy}
        error={error}
        onFiles={(files) => void add(files)}
      />
      <Thumbnails
        items={screenshots}
        onMove={(from, to) => changeDraftPictures('screenshots', moved(screenshots, from, to))}
        onRemove={(id) => {
          clearError();
          changeDraftPictures(
            'screenshots',
            screenshots.filter((other) => other.id !== id),
          );
        }}
      />
      <p className="soft small" role="status">
        {screenshots.length} of {limits.screenshotsPerApp}
      </p>
    </>
  );
}
