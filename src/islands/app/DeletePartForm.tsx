import { appsApi } from '../../lib/client/api/apps-api.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSave } from '../forms/use-save.ts';
import { serverFirst } from './own-texts.ts';

interface Props {
  nameId: string;
  part: 'release' | 'screenshot';
  /** Of the release or the screenshot. */
  id: string;
}

/** Deletes a release or a screenshot, and leads back to the list of them. */
export default function DeletePartForm({ nameId, part, id }: Props) {
  const form = useSave({ texts: serverFirst });
  const isRelease = part === 'release';
  const done = isRelease
    ? { message: messages.appForms.releaseDeleted, to: urls.versions(nameId) }
    : { message: messages.appForms.screenshotDeleted, to: urls.updateAppPart(nameId, 'screenshots') };
  return (
    <SaveForm
      form={form}
      action="Delete"
      busy="Deleting..."
      isReady
      danger
      onSubmit={() =>
        void form.save(
          () => (isRelease ? appsApi.removeVersion(id) : appsApi.removeScreenshot(id)),
          () => done,
        )
      }
    >
      <p>It is gone for good then.</p>
    </SaveForm>
  );
}
