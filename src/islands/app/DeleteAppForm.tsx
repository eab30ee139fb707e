import { useState } from 'react';
import { appsApi } from '../../lib/client/api/apps-api.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { TextField } from '../forms/TextField.tsx';
import { useSave } from '../forms/use-save.ts';

interface Props {
  appId: string;
  name: string;
}

export default function DeleteAppForm({ appId, name }: Props) {
  const [typed, setTyped] = useState('');
  const form = useSave({
    texts: {
      400: messages.appForms.deleteInvalid,
      401: messages.errors.login,
      other: messages.errors.network,
      serverFirst: true,
    },
  });
  return (
    <SaveForm
      form={form}
      action="Delete"
      busy="Deleting..."
      isReady={typed === name}
      danger
      onSubmit={() =>
        void form.save(
          () => appsApi.remove(appId),
          () => ({ message: messages.appForms.deleted, to: urls.home() }),
        )
      }
    >
      <TextField
        name="confirm-name"
        label="Type the name of the app"
        value={typed}
        onValue={setTyped}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </SaveForm>
  );
}
