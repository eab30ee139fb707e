import { deskAccountsApi } from '../../../lib/client/api/desk/accounts-api.ts';
import {
  changeRoleSchema,
  type DeskAccountDetailJson,
} from '../../../lib/shared/schemas/moderation/desk-accounts.ts';
import { SelectField } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { serverFirst } from '../../forms/api-error.ts';
import { useForm } from '../../forms/use-form.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { useProof } from '../shell/proof-context.ts';
import { roleOptions, roleWords } from './account-words.ts';

/** Only admins see it. */
export function RoleForm({
  account: { id, role },
  onChange,
}: {
  account: DeskAccountDetailJson;
  onChange: () => void;
}) {
  const prove = useProof();
  const kept = useDraft(`desk-role:${id}`, { role });
  const form = useForm({
    schema: changeRoleSchema,
    store: kept,
    prefix: 'role-',
    input: () => kept.values,
    send: (values) => prove(() => deskAccountsApi.changeRole(id, values.role)),
    texts: serverFirst,
    done: (_, sent) => {
      onChange();
      return { message: `The role is ${roleWords[sent.role].toLowerCase()} now.` };
    },
  });
  return (
    <section className="sheet" aria-labelledby="account-role">
      <h2 id="account-role">Role</h2>
      <Form form={form} action="Change the role" busy="Changing ...">
        <SelectField
          name="role"
          label="Role"
          options={roleOptions}
          hint="A change ends the logins of somebody who loses rights."
        />
      </Form>
    </section>
  );
}
