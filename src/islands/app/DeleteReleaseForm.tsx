import { appsApi } from '../../lib/client/apps-api.ts';
import { messages } from '../../lib/shared/messages.ts';
import { urls } from '../../lib/shared/urls.ts';
import { SaveForm } from '../ui/SaveForm.tsx';
import { useSave } from '../ui/use-save.ts';
import { serverFirst } from './own-texts.ts';

interface Props {
  nameId: string;
  releaseId: string;
}

export default function DeleteReleaseForm({ nameId, releaseId }: Props) {
  const form = useSave({ texts: serverFirst });
  return (
    <SaveForm
      form={form}
      action="Delete"
      busy="Deleting..."
      isReady
      danger
      onSubmit={() =>
        void form.save(
          () => appsApi.removeVersion(releaseId),
          () => ({ message: messages.appForms.releaseDeleted, to: urls.versions(nameId) }),
        )
      }
    >
      <p>It is gone for good then.</p>
    </SaveForm>
  );
}
