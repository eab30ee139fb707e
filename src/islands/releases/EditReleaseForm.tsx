import { appsApi } from '../../lib/client/api/apps-api.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { updateVersionSchema } from '../../lib/shared/schemas/app-forms.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { serverFirst } from '../forms/refusal.ts';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useKept } from '../forms/use-kept.ts';
import { ReleaseFields, releaseValuesSchema, type ReleaseValues } from './ReleaseFields.tsx';

interface Props {
  nameId: string;
  releaseId: string;
  release: ReleaseValues;
}

export default function EditReleaseForm({ nameId, releaseId, release }: Props) {
  const store = useKept(`release:${releaseId}`, releaseValuesSchema, release);
  const { changed } = store;
  const form = useForm({
    store,
    schema: updateVersionSchema,
    check: () =>
      changed['latest_feature']?.trim() === '' ? { latest_feature: messages.appForms.featureNeeded } : {},
    send: () => appsApi.updateVersion(releaseId, changed),
    texts: serverFirst,
    done: () => ({ message: messages.appForms.releaseUpdated, to: urls.versions(nameId) }),
  });
  return (
    <Form form={form} action="Save" busy="Saving...">
      <ReleaseFields />
    </Form>
  );
}
