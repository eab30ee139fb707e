import { appsApi } from '../../lib/client/api/apps-api.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSave } from '../forms/use-save.ts';
import { serverFirst } from '../app/own-texts.ts';
import { PictureDrop } from './PictureDrop.tsx';
import { moved, Thumbnails } from './Thumbnails.tsx';
import { useAddPictures } from './use-add-pictures.ts';
import { usePickedPictures } from './use-picked-pictures.ts';

interface Props {
  appId: string;
  /** How many the app has already. */
  count: number;
  /** Of those, where it was changed and not saved: it goes along, because the page is loaded anew. */
  order: string | undefined;
}

export function AddScreenshotsForm({ appId, count, order }: Props) {
  const { pictures, current, set } = usePickedPictures();
  const room = limits.screenshotsPerApp - count;
  const { add, isBusy, error, clearError } = useAddPictures({
    max: room,
    isList: true,
    current,
    onChange: set,
  });
  const form = useSave({ texts: serverFirst });

  const save = (): void => {
    const body = new FormData();
    for (const { file } of pictures) body.append('screenshots', file);
    void form.save(
      async (onProgress) => {
        const ordered = order === undefined ? null : await appsApi.update(appId, { screenshot_order: order });
        return ordered && ordered.kind !== 'ok' ? ordered : await appsApi.update(appId, body, onProgress);
      },
      (app) => ({
        message: messages.appForms.screenshotAdded,
        to: urls.updateAppPart(app.name_id, 'screenshots'),
      }),
    );
  };

  return (
    <SaveForm form={form} action="Save" busy="Uploading..." isReady={pictures.length > 0} onSubmit={save}>
      <PictureDrop
        id="screenshots"
        label="Choose screenshots"
        multiple
        isBusy={isBusy}
        error={error}
        onFiles={(files) => {
          form.setAlert(null);
          void add(files);
        }}
      />
      <Thumbnails
        items={pictures}
        before={count}
        onMove={(from, to) => set(moved(pictures, from, to))}
        onRemove={(id) => {
          clearError();
          set(pictures.filter((other) => other.id !== id));
        }}
      />
      <p className="soft small" role="status">
        {count + pictures.length} of {limits.screenshotsPerApp}
      </p>
    </SaveForm>
  );
}
