import { profilesApi } from '../../lib/client/api/profiles-api.ts';
import { updateProfileSchema } from '../../lib/shared/schemas/profile-forms.ts';
import { type OwnUserJson, workDays, workKindLabels, workStates } from '../../lib/shared/schemas/users.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { z } from '../../lib/shared/zod.ts';
import { SelectField } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';
import { Switch } from '../forms/FormSwitch.tsx';
import { ListField } from '../forms/ListField.tsx';
import { serverFirst } from '../forms/refusal.ts';
import { useForm } from '../forms/use-form.ts';
import { useKept } from '../forms/use-kept.ts';
import { WithProfile } from './WithProfile.tsx';

const schema = z.object({
  open_to_work: z.boolean(),
  work_kinds: z.string(),
  work_remote: z.boolean(),
  work_state: z.string(),
});
type Values = z.output<typeof schema>;

const valuesOf = (user: OwnUserJson): Values => ({
  open_to_work: user.open_to_work,
  work_kinds: user.work_kinds.join(','),
  work_remote: user.work_remote,
  work_state: user.work_state,
});

export default function WorkForm() {
  return <WithProfile>{(user) => <WorkFields user={user} />}</WithProfile>;
}

function WorkFields({ user }: { user: OwnUserJson }) {
  const store = useKept('profile-work', schema, valuesOf(user));
  const { values } = store;
  const changed = Object.fromEntries(
    Object.entries(store.changed).map(([name, value]) => [name, String(value)]),
  );
  // Sent each time, because it begins another 60 days.
  const sent = values.open_to_work ? { ...changed, open_to_work: 'true' } : changed;
  const form = useForm({
    store,
    schema: updateProfileSchema,
    input: () => sent,
    send: () => profilesApi.update(user.id, sent),
    texts: serverFirst,
    done: (updated) => ({
      message: updated.open_to_work ? messages.work.saved : messages.profile.updated,
      saved: valuesOf(updated),
    }),
    ready: () => Object.keys(sent).length > 0,
  });
  return (
    <Form form={form} action="Save" busy="Saving...">
      <p className="soft">{messages.work.note(workDays)}</p>
      <Switch
        name="open_to_work"
        isOn={values.open_to_work}
        onChange={(isOn) => store.change({ open_to_work: isOn })}
      >
        {messages.work.open}
        {user.open_until !== null && (
          <small>{messages.work.until(formatDay(Date.parse(user.open_until)))}</small>
        )}
      </Switch>
      <ListField name="work_kinds" label="Kind of work" options={Object.entries(workKindLabels)} />
      <Switch
        name="work_remote"
        isOn={values.work_remote}
        onChange={(isOn) => store.change({ work_remote: isOn })}
      >
        Remote
      </Switch>
      <SelectField
        name="work_state"
        label="Or in a state"
        options={[['', 'None'], ...workStates.map((name) => [name, name] as const)]}
      />
    </Form>
  );
}
