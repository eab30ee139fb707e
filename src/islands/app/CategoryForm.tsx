import { appsApi } from '../../lib/client/api/apps-api.ts';
import { categoryNames, type CategoryName } from '../../lib/shared/schemas/categories.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { z } from '../../lib/shared/zod.ts';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useKept } from '../forms/use-kept.ts';
import { CategoryChoice } from './CategoryChoice.tsx';
import { serverFirst } from '../forms/refusal.ts';

/** Whether each category is chosen. */
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
  const store = useKept(`app-categories:${appId}`, schema, choiceOf(categories));
  // The saved categories come first, in their order.
  const chosen = [...new Set([...categories, ...categoryNames])].filter(
    (name) => store.values[name as CategoryName],
  );
  const form = useForm({
    store,
    send: () => appsApi.update(appId, { category: chosen.join(',') }),
    texts: serverFirst,
    done: () => ({ message: messages.appForms.categoryUpdated }),
    ready: () => chosen.length > 0,
  });
  return (
    <Form form={form} action="Save" busy="Saving...">
      <CategoryChoice chosen={chosen} onChange={(changed) => store.change(choiceOf(changed))} />
    </Form>
  );
}
