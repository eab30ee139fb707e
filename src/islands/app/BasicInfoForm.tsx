import { useState } from 'react';
import { appsApi } from '../../lib/client/api/apps-api.ts';
import { updateAppSchema } from '../../lib/shared/schemas/app-forms.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { z } from '../../lib/shared/zod.ts';
import { errorsOf } from '../forms/form-values.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { TextField, type TextFieldProps } from '../forms/TextField.tsx';
import { useKept } from '../forms/use-kept.ts';
import { useSave } from '../forms/use-save.ts';
import { serverFirst } from './own-texts.ts';
import { PlatformField } from './PlatformField.tsx';
import { useNameCheck } from './use-name-check.ts';

const names = ['name', 'description', 'long_description', 'version', 'platform', 'website'] as const;
type Info = Record<(typeof names)[number], string>;
const schema = z.record(z.enum(names), z.string());

interface Props {
  appId: string;
  nameId: string;
  info: Info;
}

export default function BasicInfoForm({ appId, nameId, info }: Props) {
  const [saved, setSaved] = useState(info);
  const { values, change, settle, kept } = useKept(`app-info:${appId}`, schema, saved);
  const form = useSave({ texts: serverFirst, names });
  const isTaken = useNameCheck(values.name, saved.name);
  const changed = Object.fromEntries(
    names.filter((name) => values[name] !== saved[name]).map((name) => [name, values[name]]),
  );

  const save = (): void => {
    const parsed = updateAppSchema.safeParse(changed);
    if (!parsed.success) {
      form.showErrors(errorsOf(parsed.error));
      return;
    }
    void form.save(
      () => appsApi.update(appId, changed),
      (app) => {
        settle(values);
        setSaved(values);
        const message = messages.appForms.infoUpdated;
        // A new name is a new address.
        return app.name_id === nameId
          ? { message }
          : { message, to: urls.updateAppPart(app.name_id, 'basic-info') };
      },
    );
  };

  const field = (name: (typeof names)[number], label: string, more: Partial<TextFieldProps> = {}) => (
    <TextField
      name={name}
      label={label}
      value={values[name]}
      onValue={(value) => {
        form.forget(name);
        change({ [name]: value });
      }}
      error={form.errors[name]}
      autoComplete="off"
      {...more}
    />
  );

  return (
    <SaveForm
      form={form}
      action="Save"
      busy="Saving..."
      isReady={Object.keys(changed).length > 0}
      onSubmit={save}
      kept={kept}
    >
      {field('name', 'App name', {
        required: true,
        error: isTaken ? messages.app.nameTaken : form.errors['name'],
      })}
      {field('description', 'Description', { required: true, rows: 3, max: limits.appDescription })}
      {field('long_description', 'Long description', { rows: 8, max: limits.appLongDescription })}
      {field('version', 'Version', { hint: messages.appForms.versionHint })}
      <PlatformField
        value={values.platform}
        onValue={(platform) => {
          form.forget('platform');
          change({ platform });
        }}
      />
      {field('website', 'Website', { type: 'url', placeholder: 'https://', autoCapitalize: 'none' })}
    </SaveForm>
  );
}
