import { useState } from 'react';
import { appsApi } from '../../lib/client/api/apps-api.ts';
import { categoryNames, type CategoryName } from '../../lib/shared/schemas/categories.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { z } from '../../lib/shared/zod.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useKept } from '../forms/use-kept.ts';
import { useSave } from '../forms/use-save.ts';
import { CategoryChoice } from './CategoryChoice.tsx';
import { serverFirst } from './own-texts.ts';

/** By category, whether it is chosen. */
type Choice = Record<CategoryName, boolean>;
const schema = z.record(z.enum(categoryNames), z.boolean());

function choiceOf(chosen: readonly string[]): Choice {
  return Object.fromEntries(categoryNames.map((name) => [name, chosen.includes(name)])) as Choice;
}

interface Props {
  appId: string;
  categories: string[];
}

export default function CategoryForm({ appId, categories }: Props) {
  const [saved, setSaved] = useState(categories);
  const { values, change, settle, kept } = useKept(`app-categories:${appId}`, schema, choiceOf(saved));
  // In the order in which they were chosen, as far as it is known.
  const chosen = [...new Set([...saved, ...categoryNames])].filter((name) => values[name as CategoryName]);
  const form = useSave({ texts: serverFirst });
  const save = (): void => {
    void form.save(
      () => appsApi.update(appId, { category: chosen.join(',') }),
      () => {
        settle(values);
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
      isReady={chosen.length > 0}
      onSubmit={save}
      kept={kept}
    >
      <CategoryChoice
        chosen={chosen}
        onChange={(changed) => {
          form.setAlert(null);
          change(choiceOf(changed));
        }}
      />
    </SaveForm>
  );
}
