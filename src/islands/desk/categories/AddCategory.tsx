import { categoriesApi } from '../../../lib/client/api/desk/categories-api.ts';
import { categoryLimits } from '../../../lib/shared/schemas/categories.ts';
import { addCategorySchema, type DeskCategories } from '../../../lib/shared/schemas/desk.ts';
import { z } from '../../../lib/shared/zod.ts';
import { Field } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { useDeskForm } from '../shell/use-desk-form.ts';

const valuesSchema = z.object({ name: z.string() });

interface Props {
  count: number;
  most: number;
  onChange: (list: DeskCategories) => void;
}

export function AddCategory({ count, most, onChange }: Props) {
  const { form } = useDeskForm({
    name: 'desk-category-new',
    valuesSchema,
    initial: { name: '' },
    schema: addCategorySchema,
    input: (values) => values,
    send: async (values) => {
      const result = await categoriesApi.add(values);
      if (result.kind === 'ok') onChange(result.data);
      return result;
    },
    says: 'The category was added at the end of the list.',
    done: () => undefined,
  });
  return (
    <details className="desk-more">
      <summary>Add a category</summary>
      {count >= most ? (
        <p>There can be {most} categories at most. Merge two of them first.</p>
      ) : (
        <Form form={form} action="Add the category" busy="Adding ...">
          <Field name="name" label="Name" max={categoryLimits.name} autoComplete="off" />
        </Form>
      )}
    </details>
  );
}
