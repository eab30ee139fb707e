import { useState } from 'react';
import { appsApi } from '../../lib/client/api/apps-api.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { createVersionSchema } from '../../lib/shared/schemas/app-forms.ts';
import { isLowerVersion, type ReleaseType } from '../../lib/shared/schemas/apps.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useKept } from '../forms/use-kept.ts';
import { ReleaseFields, releaseValuesSchema } from './ReleaseFields.tsx';

interface Props {
  appId: string;
  nameId: string;
  current: { version: string; releaseType: ReleaseType };
}

const empty = { latest_feature: '', release_type: '', version: '', release_date: '' };

export default function NewVersionForm({ appId, nameId, current }: Props) {
  const store = useKept(`new-version:${appId}`, releaseValuesSchema, empty);
  const { values } = store;
  /** The lower number that the form has asked about. */
  const [asked, setAsked] = useState('');
  const version = values.version.trim();
  const form = useForm({
    store,
    schema: createVersionSchema,
    input: () => ({ app: appId, ...values }),
    ask() {
      if (version === asked || !isLowerVersion(version, current.version)) return null;
      setAsked(version);
      return { kind: 'warning', message: messages.appForms.lowerVersion(version, current.version) };
    },
    send: () => appsApi.addVersion({ app: appId, ...values }),
    texts: {
      400: messages.appForms.versionInvalid,
      401: messages.appForms.versionRefused,
      other: messages.appForms.versionFailed,
    },
    done: () => ({ message: messages.appForms.versionAdded, to: urls.app(nameId) }),
    ready: () => values.latest_feature.trim() !== '',
  });
  return (
    <Form form={form} action="Submit" busy="Submitting...">
      <ReleaseFields before={current} />
    </Form>
  );
}
