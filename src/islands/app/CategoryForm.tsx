import { useState } from 'react';
import { appsApi } from '../../lib/client/apps-api.ts';
import { messages } from '../../lib/shared/messages.ts';
import { SaveForm } from '../ui/SaveForm.tsx';
import { useSave } from '../ui/use-save.ts';
import { CategoryChoice } from './CategoryChoice.tsx';
import { serverFirst } from './own-texts.ts';

interface Props {
  appId: string;
  categories: string[];
}

export default function CategoryForm({ appId, categories }: Props) {
  const [chosen, setChosen] = useState(categories);
  const form = useSave({ texts: serverFirst });
  const save = (): void => {
    void form.save(
      () => appsApi.update(appId, { category: chosen.join(',') }),
      () => ({ message: messages.appForms.categoryUpdated }),
    );
  };
  return (
    <SaveForm form={form} action="Save" busy="Saving..." isReady={chosen.length > 0} onSubmit={save}>
      <CategoryChoice
        chosen={chosen}
        onChange={(changed) => {
          form.setAlert(null);
          setChosen(changed);
        }}
      />
    </SaveForm>
  );
}
