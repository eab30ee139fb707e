import { useState } from 'react';
import { appsApi } from '../../lib/client/apps-api.ts';
import { messages } from '../../lib/shared/messages.ts';
import { z } from '../../lib/shared/zod.ts';
import { SaveForm } from '../ui/SaveForm.tsx';
import { useKept } from '../ui/use-kept.ts';
import { useSave } from '../ui/use-save.ts';
import { CategoryChoice } from './CategoryChoice.tsx';
import { serverFirst } from './own-texts.ts';

const schema = z.object({ chosen: z.array(z.string()) });

interface Props {
  appId: string;
  categories: string[];
}

export default function CategoryForm({ appId, categories }: Props) {
  const [saved, setSaved] = useState({ chosen: categories });
  const { values, change, settle, kept } = useKept(`app-categories:${appId}`, schema, saved);
  const { chosen } = values;
  const form = useSave({ texts: serverFirst });
  const save = (): void => {
    void form.save(
      () => appsApi.update(appId, { category: chosen.join(',') }),
      () => {
        settle(values);
        setSaved(values);
        return { message: messages.appForms.categoryUpdated };
      },
    );
  };
  return (
    <SaveForm
      form={form}
      action="Save"
      busy="Saving..."
      isReady={chosen.length > 0}
      onSubmit={save}
      kept={kept}
    >
      <CategoryChoice
        chosen={chosen}
        onChange={(changed) => {
          form.setAlert(null);
          change({ chosen: changed });
        }}
      />
    </SaveForm>
  );
}
