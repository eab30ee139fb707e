import { appsApi } from '../../lib/client/api/apps-api.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';
import { serverFirst } from '../forms/refusal.ts';

interface Props {
  nameId: string;
  part: 'release' | 'screenshot';
  /** The id of the release or the screenshot. */
  id: string;
}

/** Deletes a release or a screenshot, and opens the list of the others. */
export default function DeletePartForm({ nameId, part, id }: Props) {
  const isRelease = part === 'release';
  const form = useForm({
    send: () => (isRelease ? appsApi.removeVersion(id) : appsApi.removeScreenshot(id)),
    texts: serverFirst,
    done: () =>
      isRelease
        ? { message: messages.appForms.releaseDeleted, to: urls.versions(nameId) }
        : { message: messages.appForms.screenshotDeleted, to: urls.updateAppPart(nameId, 'screenshots') },
  });
  return (
    <Form form={form} action="Delete" busy="Deleting..." danger>
      <p>Nobody can bring it back.</p>
    </Form>
  );
}
