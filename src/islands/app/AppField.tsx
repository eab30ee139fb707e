import { fieldOf, type TypedFieldName } from '../../lib/shared/schemas/app-fields.ts';
import { Field, SelectField, type FieldProps } from '../forms/Field.tsx';
import { ListField } from '../forms/ListField.tsx';

interface Props extends Partial<Pick<FieldProps, 'error' | 'hint'>> {
  name: TypedFieldName;
  /** The form changes an app; otherwise it lists a new one. */
  isUpdate?: boolean;
}

/** A field that app-fields.ts describes. */
export function AppField({ name, isUpdate = false, ...own }: Props) {
  const field = fieldOf(name);
  const label = (isUpdate ? field.updateLabel : undefined) ?? field.label;
  const open = field.none ?? (isUpdate ? undefined : field.automatic);
  const { hint, options, isRequired, max, rows, link, placeholder } = field;
  const shown = { name, label, ...(hint !== undefined && { hint }), ...own };
  if (options && field.isList) return <ListField {...shown} options={Object.entries(options)} />;
  if (options) {
    const none = open === undefined ? [] : [['', open] as const];
    return <SelectField {...shown} options={[...none, ...Object.entries(options)]} />;
  }
  return (
    <Field
      {...shown}
      autoComplete="off"
      {...(isRequired && { required: true })}
      {...(max !== undefined && { max })}
      {...(rows !== undefined && { rows })}
      {...(placeholder !== undefined && { placeholder })}
      {...(link && { type: link, inputMode: 'url', autoCapitalize: 'none', spellCheck: false })}
    />
  );
}
