import { appsApi } from '../../lib/client/api/apps-api.ts';
import { updateForms, type TypedFieldName, type UpdateForm } from '../../lib/shared/schemas/app-fields.ts';
import { updateAppSchema } from '../../lib/shared/schemas/app-forms.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { z } from '../../lib/shared/zod.ts';
import { Form } from '../forms/Form.tsx';
import type { RefusalTexts } from '../forms/refusal.ts';
import { useForm } from '../forms/use-form.ts';
import { useKept } from '../forms/use-kept.ts';
import { AppField } from './AppField.tsx';
import { serverFirst } from '../forms/refusal.ts';
import { useNameCheck } from './use-name-check.ts';

interface Props {
  appId: string;
  nameId: string;
  part: UpdateForm;
  /** The saved values of this part. */
  values: Partial<Record<TypedFieldName, string>>;
  /** The app has a link outside of this form, so that all links in the form may be empty. */
  hasOtherLink: boolean;
}

const forms: Record<UpdateForm, { kept: string; texts: RefusalTexts; done: string }> = {
  'basic-info': { kept: 'app-info', texts: serverFirst, done: messages.appForms.infoUpdated },
  'download-links': {
    kept: 'app-links',
    texts: {
      400: messages.appForms.linksInvalid,
      401: messages.appForms.linksLogin,
      other: messages.appForms.linksFailed,
    },
    done: messages.appForms.linksUpdated,
  },
  facts: { kept: 'app-facts', texts: serverFirst, done: messages.appForms.factsUpdated },
};

/** The form of a page on which an owner changes texts and choices of an app. */
export default function AppFieldsForm({ appId, nameId, part, values: saved, hasOtherLink }: Props) {
  const { kept, texts, done } = forms[part];
  const names: readonly TypedFieldName[] = updateForms[part];
  const initial = Object.fromEntries(names.map((name) => [name, saved[name] ?? '']));
  const store = useKept(`${kept}:${appId}`, z.record(z.string(), z.string()), initial);
  const { values, changed } = store;
  const form = useForm({
    store,
    schema: updateAppSchema,
    // Unchanged fields are not sent, because they may have been changed elsewhere.
    send: () => appsApi.update(appId, changed),
    texts,
    done: (app) =>
      app.state === 'held'
        ? { message: messages.appForms.nowHeld, to: urls.updateProfilePart('listings') }
        : {
            message: done,
            // A new name gives the page a new address.
            ...(app.name_id !== nameId && { to: urls.updateAppPart(app.name_id, part) }),
          },
    ready: () =>
      Object.keys(changed).length > 0 && (hasOtherLink || names.some((name) => values[name] !== '')),
  });
  const isTaken = useNameCheck(values['name'] ?? '', saved.name);
  return (
    <Form form={form} action="Save" busy="Saving...">
      {names.map((name) => (
        <AppField
          key={name}
          name={name}
          isUpdate
          {...(name === 'name' && isTaken && { error: messages.app.nameTaken })}
        />
      ))}
    </Form>
  );
}
