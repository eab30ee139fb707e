import { appsApi } from '../../lib/client/api/apps-api.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { z } from '../../lib/shared/zod.ts';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useKept } from '../forms/use-kept.ts';
import { CategoryChoice } from './CategoryChoice.tsx';
import { serverFirst } from '../forms/refusal.ts';

/** Whether each category is chosen. The browser may keep a name that the category had; the server knows it. */
const schema = z.record(z.string(), z.boolean());

const none = (values: Record<string, boolean>) =>
  Object.fromEntries(Object.keys(values).map((name) => [name, false]));

interface Props {
  appId: string;
  categories: string[];
  /** Names of all categories. */
  known: string[];
}

export default function CategoryForm({ appId, categories, known }: Props) {
  const choiceOf = (chosen: readonly string[]) =>
    Object.fromEntries([...known, ...chosen].map((name) => [name, chosen.includes(name)]));
  const store = useKept(`app-categories:${appId}`, schema, choiceOf(categories));
  // The saved categories come first, in their order.
  const chosen = [...new Set([...categories, ...known, ...Object.keys(store.values)])].filter(
    (name) => store.values[name],
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
      <CategoryChoice
        chosen={chosen}
        onChange={(changed) => store.change({ ...none(store.values), ...choiceOf(changed) })}
      />
    </Form>
  );
}
