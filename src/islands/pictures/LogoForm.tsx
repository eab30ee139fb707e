import { useState } from 'react';
import { appsApi } from '../../lib/client/api/apps-api.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { SquareCrop } from './SquareCrop.tsx';
import { useSave } from '../forms/use-save.ts';
import { ownPath, serverFirst } from '../app/own-texts.ts';
import { PictureDrop } from './PictureDrop.tsx';
import { Thumbnails } from './Thumbnails.tsx';
import { useLogo } from './use-logo.ts';
import { usePickedPictures } from './use-picked-pictures.ts';

interface Props {
  appId: string;
  /** Path of the logo of today. */
  logo: string | null;
}

export default function LogoForm({ appId, logo }: Props) {
  const [shown, setShown] = useState(logo);
  const { pictures, current, set } = usePickedPictures();
  const { add, isBusy, error, source, choosePart, remove, finish } = useLogo({ current, onChange: set });
  const form = useSave({ texts: serverFirst });
  const [pick] = pictures;

  const save = (): void => {
    if (!pick) return;
    const body = new FormData();
    body.set('logo', pick.file);
    void form.save(
      (onProgress) => appsApi.update(appId, body, onProgress),
      (app) => {
        if (app.logo !== null) setShown(ownPath(app.logo));
        finish();
        set([]);
        return { message: messages.appForms.logoUpdated };
      },
    );
  };

  return (
    <SaveForm form={form} action="Save" busy="Saving..." isReady={pick !== undefined} onSubmit={save}>
      {shown !== null && !pick && (
        <img className="logo" src={shown} width={128} height={128} alt="The logo of today" />
      )}
      {source && (
        <SquareCrop key={source.id} url={source.url} hint={messages.pictures.cropLogo} onPart={choosePart} />
      )}
      {pick && (
        <div className="thumbs-start">
          <Thumbnails items={[pick]} onRemove={remove} />
        </div>
      )}
      <PictureDrop
        id="logo"
        label="Upload new logo"
        isBusy={isBusy}
        error={error}
        onFiles={(files) => {
          form.setAlert(null);
          void add(files);
        }}
      />
    </SaveForm>
  );
}
