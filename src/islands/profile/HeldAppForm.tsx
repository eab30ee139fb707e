import { appsApi } from '../../lib/client/api/apps-api.ts';
import type { OwnListingJson } from '../../lib/client/api/own-listings-api.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { linkNames } from '../../lib/shared/schemas/app-fields.ts';
import { updateAppSchema } from '../../lib/shared/schemas/app-forms.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { z } from '../../lib/shared/zod.ts';
import { AppField } from '../app/AppField.tsx';
import { Form } from '../forms/Form.tsx';
import { serverFirst } from '../forms/refusal.ts';
import { useForm } from '../forms/use-form.ts';
import { useKept } from '../forms/use-kept.ts';

/** What a rule can hold an app for. */
const names = ['name', 'description', 'long_description', ...linkNames] as const;

/** Changes a held app: its update pages do not exist for anybody while it is held. */
export function HeldAppForm({ listing }: { listing: OwnListingJson }) {
  const saved = Object.fromEntries(names.map((name) => [name, listing[name] ?? '']));
  const store = useKept(`held-app:${listing.id}`, z.record(z.string(), z.string()), saved);
  const form = useForm({
    store,
    schema: updateAppSchema,
    // Unchanged fields are not sent, because they may have been changed elsewhere.
    send: () => appsApi.update(listing.id, store.changed),
    texts: serverFirst,
    // The change may have ended the hold.
    done: ({ state }) => ({
      message: state === 'held' ? messages.appForms.stillHeld : messages.appForms.infoUpdated,
      to: urls.updateProfilePart('listings'),
    }),
    ready: () => Object.keys(store.changed).length > 0,
  });
  return (
    <Form form={form} action="Save" busy="Saving...">
      {names.map((name) => (
        <AppField key={name} name={name} isUpdate />
      ))}
    </Form>
  );
}
