import { useState } from 'react';
import { appsApi } from '../../lib/client/api/apps-api.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { ownPath } from '../../lib/client/page/own-path.ts';
import { SquarePictureForm } from './SquarePictureForm.tsx';

interface Props {
  appId: string;
  /** Path of the current logo. */
  logo: string | null;
}

export default function LogoForm({ appId, logo }: Props) {
  const [shown, setShown] = useState(logo);
  return (
    <SquarePictureForm
      keptAs={`app-logo:${appId}`}
      id="logo"
      label="Upload new logo"
      current={shown === null ? null : { url: shown, className: 'logo', alt: 'The logo of today' }}
      hint={messages.pictures.cropLogo}
      send={(file, onProgress) => {
        const body = new FormData();
        body.set('logo', file);
        return appsApi.update(appId, body, onProgress);
      }}
      done={(app) => {
        if (app.logo !== null) setShown(ownPath(app.logo));
        return { message: messages.appForms.logoUpdated };
      }}
    />
  );
}
