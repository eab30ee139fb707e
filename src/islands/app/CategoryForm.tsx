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
  const [saved, setSaved] = useState(categories);
  const [chosen, setChosen] = useState(categories);
  const isChanged = [...chosen].sort().join() !== [...saved].sort().join();
  const form = useSave({ texts: serverFirst });
  const save = (): void => {
    void form.save(
      () => appsApi.update(appId, { category: chosen.join(',') }),
      () => {
        setSaved(chosen);
        return { message: messages.appForms.categoryUpdated };
      },
    );
  };
  return (
    <SaveForm
      form={form}
      action="Save"
      busy="Saving..."
      isReady={isChanged && chosen.length > 0}
      onSubmit={save}
    >
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
