import { profilesApi } from '../../lib/client/api/profiles-api.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { ownPath } from '../../lib/client/page/own-path.ts';
import { SquarePictureForm } from '../pictures/SquarePictureForm.tsx';
import { WithVerified } from './WithVerified.tsx';

export default function PictureForm() {
  return (
    <WithVerified what="picture">
      {({ id, dp }) => (
        <SquarePictureForm
          keptAs="profile-picture"
          id="dp"
          label="Change Profile Picture"
          current={
            dp === null ? null : { url: ownPath(dp), className: 'avatar', alt: 'Your picture of today' }
          }
          hint={messages.pictures.cropFace}
          circular
          send={(file, onProgress) => {
            const body = new FormData();
            body.set('dp', file);
            return profilesApi.update(id, body, onProgress);
          }}
          done={() => ({ message: messages.profile.updated, to: urls.profile() })}
        />
      )}
    </WithVerified>
  );
}
