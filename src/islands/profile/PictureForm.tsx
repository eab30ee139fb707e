import 'react-image-crop/dist/ReactCrop.css';
import { useState } from 'react';
import { ReactCrop, centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import { cropPicture } from '../../lib/client/picture-file.ts';
import { profilesApi } from '../../lib/client/profiles-api.ts';
import { messages } from '../../lib/shared/messages.ts';
import { urls } from '../../lib/shared/urls.ts';
import type { OwnUserJson } from '../../lib/shared/users.ts';
import { ownPath, serverFirst } from '../app/own-texts.ts';
import { PictureDrop } from '../app/PictureDrop.tsx';
import { useAddPictures } from '../app/use-add-pictures.ts';
import { usePickedPictures } from '../app/use-picked-pictures.ts';
import { SaveForm } from '../ui/SaveForm.tsx';
import { useSave } from '../ui/use-save.ts';
import { WithVerified } from './WithVerified.tsx';

export default function PictureForm() {
  return <WithVerified what="picture">{(user) => <Form user={user} />}</WithVerified>;
}

function Form({ user }: { user: OwnUserJson }) {
  const { pictures, current, set } = usePickedPictures();
  const { add, isBusy, error } = useAddPictures({ max: 1, current, onChange: set });
  const [crop, setCrop] = useState<PercentCrop>();
  const form = useSave({ texts: serverFirst });
  const [pick] = pictures;

  const save = async (): Promise<void> => {
    if (!pick || !crop) return;
    const file = await cropPicture(pick.file, crop);
    const body = new FormData();
    body.set('dp', file);
    await form.save(
      (onProgress) => profilesApi.update(user.id, body, onProgress),
      () => ({ message: messages.profile.updated, to: urls.profile() }),
    );
  };

  return (
    <SaveForm
      form={form}
      action="Save"
      busy="Saving..."
      isReady={pick !== undefined && crop !== undefined}
      onSubmit={() => void save()}
    >
      {user.dp !== null && !pick && (
        <img className="avatar" src={ownPath(user.dp)} width={128} height={128} alt="Your picture of today" />
      )}
      {pick && (
        <>
          <p className="soft">Drag the square, or move it with the arrow keys, to where your face is.</p>
          <ReactCrop
            {...(crop && { crop })}
            onChange={(_, changed) => setCrop(changed)}
            aspect={1}
            keepSelection
            circularCrop
            minWidth={48}
            ariaLabels={{
              cropArea: 'Part of the picture that is shown. Move it with the arrow keys.',
              nwDragHandle: 'Upper left corner',
              nDragHandle: 'Upper edge',
              neDragHandle: 'Upper right corner',
              eDragHandle: 'Right edge',
              seDragHandle: 'Lower right corner',
              sDragHandle: 'Lower edge',
              swDragHandle: 'Lower left corner',
              wDragHandle: 'Left edge',
            }}
          >
            <img
              className="crop-picture"
              src={pick.url}
              alt="The picture you chose"
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                setCrop(centerCrop(makeAspectCrop({ unit: '%', width: 90 }, 1, width, height), width, height))
              }
            />
          </ReactCrop>
        </>
      )}
      <PictureDrop
        id="dp"
        label="Change Profile Picture"
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
