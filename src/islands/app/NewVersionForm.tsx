import { appsApi } from '../../lib/client/apps-api.ts';
import { createVersionSchema } from '../../lib/shared/app-forms.ts';
import { limits } from '../../lib/shared/limits.ts';
import { messages } from '../../lib/shared/messages.ts';
import { urls } from '../../lib/shared/urls.ts';
import { releaseTypeLabels, releaseTypes } from '../../lib/shared/versions.ts';
import { z } from '../../lib/shared/zod.ts';
import { errorsOf } from '../ui/form-values.ts';
import { SaveForm } from '../ui/SaveForm.tsx';
import { TextField, type TextFieldProps } from '../ui/TextField.tsx';
import { useKept } from '../ui/use-kept.ts';
import { useSave } from '../ui/use-save.ts';

const empty = { latest_feature: '', release_type: '', version: '', release_date: '' };
const names = ['latest_feature', 'release_type', 'version', 'release_date'] as const;
const schema = z.record(z.enum(names), z.string());

interface Props {
  appId: string;
  nameId: string;
}

export default function NewVersionForm({ appId, nameId }: Props) {
  const { values, change: type, settle, kept } = useKept(`new-version:${appId}`, schema, empty);
  const form = useSave({
    texts: {
      400: messages.appForms.versionInvalid,
      401: messages.appForms.versionRefused,
      other: messages.appForms.versionFailed,
    },
    names,
  });
  const change = (name: keyof typeof empty, value: string): void => {
    form.forget(name);
    type({ [name]: value });
  };

  const submit = (): void => {
    const body = { app: appId, ...values };
    const parsed = createVersionSchema.safeParse(body);
    if (!parsed.success) {
      form.showErrors(errorsOf(parsed.error));
      return;
    }
    void form.save(
      () => appsApi.addVersion(body),
      () => {
        settle(values);
        return { message: messages.appForms.versionAdded, to: urls.app(nameId) };
      },
    );
  };

  const field = (name: keyof typeof empty, label: string, more: Partial<TextFieldProps> = {}) => (
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
  return (
    <SaveForm
      form={form}
      action="Submit"
      busy="Submitting..."
      isReady={values.latest_feature.trim() !== ''}
      onSubmit={submit}
      kept={kept}
    >
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
            <option value="" disabled>
              {messages.appForms.releaseType}
            </option>
            {releaseTypes.map((type) => (
              <option key={type} value={type}>
                {releaseTypeLabels[type]}
              </option>
            ))}
          </select>
        </div>
        <p className="field-note" id="release_type-note" aria-live="polite">
          {typeError}
        </p>
      </div>
      {field('version', 'Version', { placeholder: 'Release version' })}
      {field('release_date', 'Release date', { type: 'datetime-local', hint: 'Lagos time' })}
    </SaveForm>
  );
}
