import { useState } from 'react';
import { appsApi } from '../../lib/client/api/apps-api.ts';
import { updateAppSchema } from '../../lib/shared/schemas/app-forms.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { z } from '../../lib/shared/zod.ts';
import { errorsOf } from '../forms/form-values.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { TextField } from '../forms/TextField.tsx';
import { useKept } from '../forms/use-kept.ts';
import { useSave } from '../forms/use-save.ts';

const names = ['playstore_link', 'appstore_link', 'external_link'] as const;
type Links = Record<(typeof names)[number], string>;
const schema = z.record(z.enum(names), z.string());

interface Props {
  appId: string;
  /** The website is a link as well, of another page. */
  hasWebsite: boolean;
  links: Links;
}

const fields: Record<keyof Links, { label: string; placeholder: string }> = {
  playstore_link: { label: 'Play Store', placeholder: 'https://play.google.com/...' },
  appstore_link: { label: 'AppStore', placeholder: 'https://apps.apple.com/...' },
  external_link: { label: 'Other Store', placeholder: 'https://' },
};

export default function DownloadLinksForm({ appId, hasWebsite, links }: Props) {
  const [saved, setSaved] = useState(links);
  const { values, change, settle, kept } = useKept(`app-links:${appId}`, schema, saved);
  const form = useSave({
    texts: {
      400: messages.appForms.linksInvalid,
      401: messages.appForms.linksLogin,
      other: messages.appForms.linksFailed,
    },
    names,
  });

  const changed = names.filter((name) => values[name].trim() !== saved[name]);

  const save = (): void => {
    // No other link: it may have been changed elsewhere meanwhile.
    const sent = Object.fromEntries(changed.map((name) => [name, values[name].trim()]));
    const parsed = updateAppSchema.safeParse(sent);
    if (!parsed.success) {
      form.showErrors(errorsOf(parsed.error));
      return;
    }
    void form.save(
      () => appsApi.update(appId, sent),
      () => {
        settle(values);
        setSaved({ ...saved, ...sent });
        return { message: messages.appForms.linksUpdated };
      },
    );
  };

  return (
    <SaveForm
      form={form}
      action="Save"
      busy="Saving..."
      isReady={changed.length > 0 && (hasWebsite || names.some((name) => values[name].trim() !== ''))}
      onSubmit={save}
      kept={kept}
    >
      {names.map((name) => (
        <TextField
          key={name}
          name={name}
          {...fields[name]}
          value={values[name]}
          onValue={(value) => {
            form.forget(name);
            change({ [name]: value });
          }}
          error={form.errors[name]}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ))}
    </SaveForm>
  );
}
