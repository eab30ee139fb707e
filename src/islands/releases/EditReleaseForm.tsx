import { appsApi } from '../../lib/client/api/apps-api.ts';
import { updateVersionSchema } from '../../lib/shared/schemas/app-forms.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { errorsOf } from '../forms/form-values.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useKept } from '../forms/use-kept.ts';
import { useSave } from '../forms/use-save.ts';
import { serverFirst } from '../app/own-texts.ts';
import { ReleaseFields, releaseNames, releaseValuesSchema, type ReleaseValues } from './ReleaseFields.tsx';

interface Props {
  nameId: string;
  releaseId: string;
  release: ReleaseValues;
}

export default function EditReleaseForm({ nameId, releaseId, release }: Props) {
  const { values, change, settle, kept } = useKept(`release:${releaseId}`, releaseValuesSchema, release);
  const form = useSave({ texts: serverFirst, names: releaseNames });
  const changed = Object.fromEntries(
    releaseNames.filter((name) => values[name] !== release[name]).map((name) => [name, values[name]]),
  );

  const save = (): void => {
    const parsed = updateVersionSchema.safeParse(changed);
    const errors = parsed.success ? {} : errorsOf(parsed.error);
    if ('latest_feature' in changed && values.latest_feature.trim() === '')
      errors['latest_feature'] ??= messages.appForms.featureNeeded;
    if (Object.keys(errors).length > 0) {
      form.showErrors(errors);
      return;
    }
    void form.save(
      () => appsApi.updateVersion(releaseId, changed),
      () => {
        settle(values);
        return { message: messages.appForms.releaseUpdated, to: urls.versions(nameId) };
      },
    );
  };

  return (
    <SaveForm
      form={form}
      action="Save"
      busy="Saving..."
      isReady={Object.keys(changed).length > 0}
      onSubmit={save}
      kept={kept}
    >
      <ReleaseFields form={form} values={values} onValue={(name, value) => change({ [name]: value })} />
    </SaveForm>
  );
}
