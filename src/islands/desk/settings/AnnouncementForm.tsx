import { siteApi } from '../../../lib/client/api/desk/site-api.ts';
import {
  changeAnnouncementSchema,
  siteLimits,
  type AnnouncementKind,
  type SiteSettingsJson,
} from '../../../lib/shared/schemas/moderation/site.ts';
import { z } from '../../../lib/shared/zod.ts';
import { Field, SelectField } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { Switch } from '../../forms/Field.tsx';
import { Said } from '../loading/Said.tsx';
import { useAction } from '../loading/use-action.ts';
import { instantOf, localOf } from '../shell/local-time.ts';
import { useDeskForm } from '../shell/use-desk-form.ts';

const kindWords: Record<AnnouncementKind, string> = { info: 'Information', warning: 'Warning' };

const valuesSchema = z.object({
  text: z.string(),
  link: z.string(),
  kind: z.string(),
  from: z.string(),
  until: z.string(),
  is_dismissible: z.boolean(),
});

const nothing = { text: '', link: '', kind: 'info', from: '', until: '', is_dismissible: true };

interface Props {
  settings: SiteSettingsJson;
  onChange: () => void;
}

export function AnnouncementForm({ settings: { announcement }, onChange }: Props) {
  const { version, current } = announcement;
  const action = useAction();
  const { form, kept } = useDeskForm({
    name: 'desk-announcement',
    valuesSchema,
    initial: current
      ? {
          text: current.text,
          link: current.link,
          kind: current.kind,
          from: localOf(current.from),
          until: localOf(current.until),
          is_dismissible: current.is_dismissible,
        }
      : nothing,
    schema: changeAnnouncementSchema,
    input: ({ from, until, ...values }) => ({
      ...values,
      version,
      from: instantOf(from),
      until: instantOf(until),
    }),
    send: siteApi.announce,
    says: 'Every page shows it within its time.',
    done: onChange,
    onConflict: onChange,
    staysFilled: true,
  });
  return (
    <>
      <Form form={form} action="Announce it" busy="Saving ...">
        <Field name="text" label="Text" max={siteLimits.announcement} rows={3} />
        <Field
          name="link"
          label="Link (optional)"
          hint="An address, or a path of this site such as /about."
        />
        <SelectField name="kind" label="Kind" options={Object.entries(kindWords)} />
        <Field
          name="from"
          label="From (optional)"
          type="datetime-local"
          hint="Your local time. Empty for now."
        />
        <Field
          name="until"
          label="Until (optional)"
          type="datetime-local"
          hint="Empty for until you remove it."
        />
        <Switch isOn={kept.values.is_dismissible} onChange={(isOn) => kept.change({ is_dismissible: isOn })}>
          Visitors can close it
        </Switch>
      </Form>
      {current && (
        <button
          className="button quiet"
          type="button"
          aria-disabled={action.isRunning}
          onClick={() =>
            void action.run(() => siteApi.removeAnnouncement({ version }), {
              says: 'The announcement was removed.',
              done: () => {
                // What was typed since stays; the removed text goes.
                kept.settle({}, nothing);
                onChange();
              },
            })
          }
        >
          Remove the announcement
        </button>
      )}
      <Said action={action} />
    </>
  );
}
