import { workKindLabels, workStates } from '../../lib/shared/text/work-messages.ts';
import { workDays } from '../../lib/shared/schemas/limits.ts';
import { updateProfile } from '../../lib/client/api/api.ts';
import type { OwnUserJson } from '../../lib/shared/schemas/users.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { ListField, SelectField } from '../forms/choices.tsx';
import { SwitchField } from '../forms/Field.tsx';
import { Form, textsOf, useForm } from '../forms/Form.tsx';
import { WithProfile } from './WithProfile.tsx';

const valuesOf = (user: OwnUserJson) => ({
  open_to_work: user.open_to_work,
  work_kinds: user.work_kinds,
  work_remote: user.work_remote,
  work_state: user.work_state,
});
type Values = ReturnType<typeof valuesOf>;

/** Being open is sent each time, because it begins another 60 days. */
const sentOf = ({ open_to_work }: Values, changed: Partial<Values>) =>
  textsOf({ ...changed, ...(open_to_work && { open_to_work }) });

export default function WorkForm() {
  return <WithProfile>{(user) => <WorkFields user={user} />}</WithProfile>;
}

function WorkFields({ user }: { user: OwnUserJson }) {
  const form = useForm({
    draft: 'profile-work',
    initial: valuesOf(user),
    send: (values, { changed }) => updateProfile(user.id, sentOf(values, changed)),
    done: (updated) => ({
      message: updated.open_to_work
        ? 'Your page now shows for 60 days that you are open to work.'
        : messages.profile.updated,
      saved: valuesOf(updated),
    }),
    ready: (values, changed) => Object.keys(sentOf(values, changed)).length > 0,
  });
  return (
    <Form form={form} action="Save" busy="Saving...">
      <p className="soft">
        Your page shows this for {workDays} days. A week before the end, we mail you to ask whether it is
        still true.
      </p>
      <SwitchField name="open_to_work">
        {messages.work.open}
        {user.open_until !== null && (
          <small>Shown until {formatDay(user.open_until)}. Saving starts another 60 days.</small>
        )}
      </SwitchField>
      <ListField name="work_kinds" label="Kind of work" options={workKindLabels} />
      <SwitchField name="work_remote">Remote</SwitchField>
      <SelectField
        name="work_state"
        label="Or in a state"
        none="None"
        options={Object.fromEntries(workStates.map((name) => [name, name]))}
      />
    </Form>
  );
}
