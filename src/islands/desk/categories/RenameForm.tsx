import { categoriesApi } from '../../../lib/client/api/desk/categories-api.ts';
import { categoryLimits } from '../../../lib/shared/schemas/categories.ts';
import {
  changeCategorySchema,
  type DeskCategories,
  type DeskCategory,
} from '../../../lib/shared/schemas/desk.ts';
import { z } from '../../../lib/shared/zod.ts';
import { Field } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { useDeskForm } from '../shell/use-desk-form.ts';

const valuesSchema = z.object({ name: z.string() });

interface Props {
  category: DeskCategory;
  onDone: (list: DeskCategories) => void;
  onStale: () => void;
}

export function RenameForm({ category: { id, name, version }, onDone, onStale }: Props) {
  const { form } = useDeskForm({
    name: `desk-category-${id}`,
    valuesSchema,
    initial: { name },
    schema: changeCategorySchema,
    input: (values) => ({ ...values, version }),
    send: async (values) => {
      const result = await categoriesApi.change(id, values);
      if (result.kind === 'ok') onDone(result.data);
      return result;
    },
    // The row says so, because the form is closed then.
    says: '',
    done: () => undefined,
    onConflict: onStale,
    staysFilled: true,
  });
  return (
    <Form form={form} action="Rename it" busy="Saving ...">
      <Field
        name="name"
        label="New name"
        max={categoryLimits.name}
        autoComplete="off"
        hint="Listings, filters and addresses have it at once."
      />
    </Form>
  );
}
