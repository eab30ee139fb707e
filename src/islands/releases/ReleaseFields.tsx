import { limits } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { releaseTypeLabels, releaseTypes, type ReleaseType } from '../../lib/shared/schemas/versions.ts';
import { z } from '../../lib/shared/zod.ts';
import { TextField, type TextFieldProps } from '../forms/TextField.tsx';
import type { SaveState } from '../forms/use-save.ts';

export const releaseNames = ['latest_feature', 'release_type', 'version', 'release_date'] as const;
type Name = (typeof releaseNames)[number];

/** As the fields hold them, and as they are sent. */
export type ReleaseValues = Record<Name, string>;

export const releaseValuesSchema = z.record(z.enum(releaseNames), z.string());

interface Props {
  form: SaveState;
  values: ReleaseValues;
  onValue: (name: Name, value: string) => void;
  /** What a release has whose type is not chosen. */
  typeBefore?: ReleaseType;
}

/** Of a new release, and of one that is changed. */
export function ReleaseFields({ form, values, onValue, typeBefore }: Props) {
  const change = (name: Name, value: string): void => {
    form.forget(name);
    onValue(name, value);
  };
  const field = (name: Name, label: string, more: Partial<TextFieldProps> = {}) => (
    <TextField
      name={name}
      label={label}
      value={values[name]}
      onValue={(value) => change(name, value)}
      error={form.errors[name]}
      autoComplete="off"
      {...more}
    />
  );
  const typeError = form.errors['release_type'];
  const typeStays = typeBefore && messages.appForms.releaseTypeStays(releaseTypeLabels[typeBefore]);
  return (
    <>
      {field('latest_feature', 'Latest feature', { rows: 6, max: limits.latestFeature, required: true })}
      <div className="field">
        <label htmlFor="release_type">Release type</label>
        <div className="field-box">
          <select
            id="release_type"
            name="release_type"
            value={values.release_type}
            aria-invalid={typeError === undefined ? undefined : true}
            aria-describedby="release_type-note"
            onChange={({ target }) => change('release_type', target.value)}
          >
            {typeBefore && <option value="">{messages.appForms.releaseType}</option>}
            {releaseTypes.map((type) => (
              <option key={type} value={type}>
                {releaseTypeLabels[type]}
              </option>
            ))}
          </select>
        </div>
        <p className="field-note" id="release_type-note" aria-live="polite">
          {typeError ?? (values.release_type === '' ? typeStays : undefined)}
        </p>
      </div>
      {field('version', 'Version', { placeholder: 'Release version' })}
      {field('release_date', 'Release date', { type: 'datetime-local', hint: 'Lagos time' })}
    </>
  );
}
