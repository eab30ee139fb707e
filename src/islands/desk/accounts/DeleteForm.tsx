import { deskAccountsApi } from '../../../lib/client/api/desk/accounts-api.ts';
import {
  deleteAccountForSchema,
  type DeskAccountDetailJson,
} from '../../../lib/shared/schemas/moderation/desk-accounts.ts';
import { Field } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { serverFirst } from '../../forms/api-error.ts';
import { useForm } from '../../forms/use-form.tsx';
import { useProof } from '../shell/proof-context.ts';

/** Deletes an account whose owner has asked for it. Only admins see it. */
export function DeleteForm({
  account: { id },
  onChange,
}: {
  account: DeskAccountDetailJson;
  onChange: () => void;
}) {
  const prove = useProof();
  const form = useForm({
    schema: deleteAccountForSchema,
    send: ({ email }) => prove(() => deskAccountsApi.remove(id, email)),
    texts: serverFirst,
    prefix: 'delete-',
    done: () => {
      onChange();
      return { message: 'The account is closed. Its listings and data are being deleted.' };
    },
    ready: ({ email = '' }) => email !== '',
  });
  return (
    <section className="sheet danger-zone" aria-labelledby="account-delete">
      <h2 id="account-delete">Delete on request</h2>
      <p>
        Deletes the account with everything in it, for good. Do this only when its owner has asked for it.
      </p>
      <Form form={form} action="Delete the account" busy="Deleting ..." danger>
        <Field name="email" label="Email of the account" hint="As a check." type="email" autoComplete="off" />
      </Form>
    </section>
  );
}
