import { appsApi } from '../../lib/client/api/apps-api.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { updateAppSchema } from '../../lib/shared/schemas/app-forms.ts';
import { isOwnerState, type Lifecycle, type ListingState } from '../../lib/shared/schemas/apps.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { z } from '../../lib/shared/zod.ts';
import { Field, SelectField } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';
import { serverFirst } from '../forms/refusal.ts';
import { useForm } from '../forms/use-form.ts';
import { useKept } from '../forms/use-kept.ts';

interface Props {
  appId: string;
  state: ListingState;
  lifecycle: Lifecycle;
  /** Path of the app that replaces it; '' for none. */
  successor: string;
}

const stateOptions = [
  ['public', 'Public'],
  ['unlisted', 'Only by its address: unlisted'],
] as const;

const lifecycleOptions = [
  ['active', 'Yes: active'],
  ['discontinued', 'No: discontinued'],
] as const;

/** Whether an app is in lists, and whether it is discontinued. */
export default function VisibilityForm({ appId, state, lifecycle, successor }: Props) {
  const initial = { state, lifecycle, replaced_by: successor };
  const store = useKept(`app-visibility:${appId}`, z.record(z.string(), z.string()), initial);
  const isDiscontinued = store.values['lifecycle'] === 'discontinued';
  // The server forgets the successor of an app that is active again.
  const { replaced_by, ...others } = store.changed;
  const sent = isDiscontinued && replaced_by !== undefined ? { ...others, replaced_by } : others;
  const form = useForm({
    store,
    schema: updateAppSchema,
    input: () => sent,
    send: () => appsApi.update(appId, sent),
    texts: serverFirst,
    done: () => ({ message: messages.appForms.visibilityUpdated }),
    ready: () => Object.keys(sent).length > 0,
  });
  return (
    <Form form={form} action="Save" busy="Saving...">
      {isOwnerState(state) ? (
        <SelectField
          name="state"
          label="Visibility"
          options={stateOptions}
          hint="An unlisted app is in no list, no search and no feed. Its page and its pictures stay at their addresses."
        />
      ) : (
        <p className="part-text">
          {messages.app.limitedNote} <a href={urls.updateProfilePart('listings')}>Read why</a>
        </p>
      )}
      <SelectField
        name="lifecycle"
        label="Is it still offered?"
        options={lifecycleOptions}
        hint="A discontinued app stays listed. Its page and its card say that it is discontinued."
      />
      {isDiscontinued && (
        <Field
          name="replaced_by"
          label="Address of the app that replaces it"
          hint="Any public app of this directory. Leave it empty if there is none."
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Form>
  );
}
