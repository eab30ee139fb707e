import { useState } from 'react';
import { appsApi } from '../../lib/client/api/apps-api.ts';
import { createVersionSchema } from '../../lib/shared/schemas/app-forms.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { isLowerVersion, type ReleaseType } from '../../lib/shared/schemas/versions.ts';
import { errorsOf } from '../forms/form-values.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useKept } from '../forms/use-kept.ts';
import { useSave } from '../forms/use-save.ts';
import { ReleaseFields, releaseNames, releaseValuesSchema, type ReleaseValues } from './ReleaseFields.tsx';

interface Props {
  appId: string;
  nameId: string;
  current: { version: string; releaseType: ReleaseType };
}

export default function NewVersionForm({ appId, nameId, current }: Props) {
  const empty: ReleaseValues = {
    latest_feature: '',
    release_type: '',
    version: current.version,
    release_date: '',
  };
  const { values, change, settle, kept } = useKept(`new-version:${appId}`, releaseValuesSchema, empty);
  /** The lower number that has been asked about. */
  const [asked, setAsked] = useState('');
  const form = useSave({
    texts: {
      400: messages.appForms.versionInvalid,
      401: messages.appForms.versionRefused,
      other: messages.appForms.versionFailed,
    },
    names: releaseNames,
  });

  const submit = (): void => {
    const body = { app: appId, ...values };
    const parsed = createVersionSchema.safeParse(body);
    if (!parsed.success) {
      form.showErrors(errorsOf(parsed.error));
      return;
    }
    const version = values.version.trim();
    if (version !== asked && isLowerVersion(version, current.version)) {
      setAsked(version);
      form.setAlert({ kind: 'warning', message: messages.appForms.lowerVersion(version, current.version) });
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

  return (
    <SaveForm
      form={form}
      action="Submit"
      busy="Submitting..."
      isReady={values.latest_feature.trim() !== ''}
      onSubmit={submit}
      kept={kept}
    >
      <ReleaseFields
        form={form}
        values={values}
        typeBefore={current.releaseType}
        onValue={(name, value) => change({ [name]: value })}
      />
    </SaveForm>
  );
}
