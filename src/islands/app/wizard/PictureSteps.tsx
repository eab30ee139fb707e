import { $draft, changeDraftPictures, type Draft } from '../../../lib/client/draft.ts';
import type { PictureKey } from '../../../lib/client/draft-pictures.ts';
import { limits } from '../../../lib/shared/limits.ts';
import { PictureDrop } from '../PictureDrop.tsx';
import { moved, Thumbnails } from '../Thumbnails.tsx';
import { useAddPictures } from '../use-add-pictures.ts';

interface Props {
  draft: Draft | null;
}

function useDraftPictures(key: PictureKey, max: number) {
  return useAddPictures({
    max,
    isList: key === 'screenshots',
    current: () => $draft.get()?.[key] ?? [],
    onChange: (pictures) => changeDraftPictures(key, pictures),
  });
}

export function LogoStep({ draft }: Props) {
  const { add, isBusy, error } = useDraftPictures('logo', 1);
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
      <div className="thumbs-square">
        <Thumbnails items={logo} onRemove={() => changeDraftPictures('logo', [])} />
      </div>
    </>
  );
}

export function ScreenshotsStep({ draft }: Props) {
  const { add, isBusy, error, clearError } = useDraftPictures('screenshots', limits.screenshotsPerApp);
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
