import type { ApiResult } from '../../lib/client/api/api.ts';
import { confirmPasswordSchema } from '../../lib/shared/schemas/accounts.ts';
import { z } from '../../lib/shared/zod.ts';
import { Form } from '../forms/Form.tsx';
import { serverFirst } from '../forms/refusal.ts';
import { useForm } from '../forms/use-form.ts';
import { ConfirmPassword } from '../profile/ConfirmPassword.tsx';

interface Props<Data> {
  /** The address of the account where its password is asked for; null where a fresh proof is enough. */
  email: string | null;
  action: string;
  text: string;
  danger?: boolean;
  /** @param password '' where none is asked for */
  send: (password: string) => Promise<ApiResult<Data>>;
  onDone: (data: Data) => void;
}

/** A change that needs nothing but the password, or not even that. */
export function ConfirmedForm<Data>({ email, action, text, danger = false, send, onDone }: Props<Data>) {
  const form = useForm({
    schema: email === null ? z.object({ password: z.string().default('') }) : confirmPasswordSchema,
    send: ({ password }) => send(password),
    texts: serverFirst,
    done: (data) => {
      onDone(data);
      return { message: '' };
    },
    ready: ({ password = '' }) => email === null || password !== '',
  });
  return (
    <Form form={form} action={action} busy="One moment..." danger={danger}>
      <p className="part-text">{text}</p>
      {email !== null && <ConfirmPassword email={email} />}
    </Form>
  );
}
