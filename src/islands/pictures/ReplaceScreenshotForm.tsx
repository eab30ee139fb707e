import { appsApi } from '../../lib/client/api/apps-api.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSave } from '../forms/use-save.ts';
import { serverFirst } from '../app/own-texts.ts';
import { PictureDrop } from './PictureDrop.tsx';
import { Thumbnails } from './Thumbnails.tsx';
import { useAddPictures } from './use-add-pictures.ts';
import { usePickedPictures } from './use-picked-pictures.ts';

interface Props {
  nameId: string;
  screenshotId: string;
}

export default function ReplaceScreenshotForm({ nameId, screenshotId }: Props) {
  const { pictures, current, set } = usePickedPictures();
  const { add, isBusy, error } = useAddPictures({ max: 1, current, onChange: set });
  const form = useSave({ texts: serverFirst });
  const [pick] = pictures;

  const save = (): void => {
    if (!pick) return;
    const body = new FormData();
    body.set('screenshots', pick.file);
    void form.save(
      (onProgress) => appsApi.replaceScreenshot(screenshotId, body, onProgress),
      () => ({
        message: messages.appForms.screenshotUpdated,
        to: urls.updateAppPart(nameId, 'screenshots'),
      }),
    );
  };

  return (
    <SaveForm form={form} action="Save" busy="Uploading..." isReady={pick !== undefined} onSubmit={save}>
      <PictureDrop
        id="screenshot"
        label={pick ? 'Choose another image' : 'Choose an image'}
        isBusy={isBusy}
        error={error}
        onFiles={(files) => void add(files)}
      />
      <Thumbnails items={pictures} onRemove={() => set([])} />
    </SaveForm>
  );
}
