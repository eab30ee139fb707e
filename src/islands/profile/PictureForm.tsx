import { useState } from 'react';
import { cropPicture, middleSquare, sizeOf, type Part } from '../../lib/client/forms/picture-file.ts';
import { profilesApi } from '../../lib/client/api/profiles-api.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import type { OwnUserJson } from '../../lib/shared/schemas/users.ts';
import { ownPath, serverFirst } from '../app/own-texts.ts';
import { PictureDrop } from '../pictures/PictureDrop.tsx';
import { useAddPictures } from '../pictures/use-add-pictures.ts';
import { usePickedPictures } from '../pictures/use-picked-pictures.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { SquareCrop } from '../pictures/SquareCrop.tsx';
import { useSave } from '../forms/use-save.ts';
import { WithVerified } from './WithVerified.tsx';

export default function PictureForm() {
  return <WithVerified what="picture">{(user) => <Form user={user} />}</WithVerified>;
}

function Form({ user }: { user: OwnUserJson }) {
  const { pictures, current, set } = usePickedPictures();
  const { add, isBusy, error } = useAddPictures({ max: 1, current, onChange: set });
  const [part, setPart] = useState<Part>();
  const form = useSave({ texts: serverFirst });
  const [pick] = pictures;

  const save = async (): Promise<void> => {
    if (!pick) return;
    const chosen = part ?? (await middleOf(pick.file));
    const file = chosen === null ? pick.file : await cropPicture(pick.file, chosen);
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
      isReady={pick !== undefined}
      onSubmit={() => void save()}
    >
      {user.dp !== null && !pick && (
        <img className="avatar" src={ownPath(user.dp)} width={128} height={128} alt="Your picture of today" />
      )}
      {pick && (
        <SquareCrop
          key={pick.id}
          url={pick.url}
          circular
          hint={messages.pictures.cropFace}
          onPart={setPart}
        />
      )}
      <PictureDrop
        id="dp"
        label="Change Profile Picture"
        isBusy={isBusy}
        error={error}
        onFiles={(files) => {
          form.setAlert(null);
          setPart(undefined);
          void add(files);
        }}
      />
    </SaveForm>
  );
}

/** null where the browser cannot tell the size. */
async function middleOf(file: File): Promise<Part | null> {
  const size = await sizeOf(file);
  return size && middleSquare(size);
}
