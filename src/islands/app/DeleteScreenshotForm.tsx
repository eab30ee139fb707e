import { appsApi } from '../../lib/client/apps-api.ts';
import { messages } from '../../lib/shared/messages.ts';
import { urls } from '../../lib/shared/urls.ts';
import { SaveForm } from '../ui/SaveForm.tsx';
import { useSave } from '../ui/use-save.ts';
import { serverFirst } from './own-texts.ts';

interface Props {
  nameId: string;
  screenshotId: string;
}

export default function DeleteScreenshotForm({ nameId, screenshotId }: Props) {
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
          () => appsApi.removeScreenshot(screenshotId),
          () => ({
            message: messages.appForms.screenshotDeleted,
            to: urls.updateAppPart(nameId, 'screenshots'),
          }),
        )
      }
    >
      <p>It is gone for good then.</p>
    </SaveForm>
  );
}
