import { useRef } from 'react';
import type { ApiResult } from '../../lib/client/api/api.ts';
import { factorsApi } from '../../lib/client/api/factors-api.ts';
import { createPasskey } from '../../lib/client/passkeys/passkeys.ts';
import { confirmPasswordSchema } from '../../lib/shared/schemas/accounts.ts';
import { addPasskeySchema } from '../../lib/shared/schemas/factors.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { z } from '../../lib/shared/zod.ts';
import { Field } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';
import { serverFirst } from '../forms/refusal.ts';
import { useForm } from '../forms/use-form.ts';
import { ConfirmPassword } from '../profile/ConfirmPassword.tsx';
import type { Change } from './factor-state.ts';

interface Props {
  /** The address of the account where its password is asked for; null where a fresh proof is enough. */
  email: string | null;
  onDone: (change: Change) => void;
}

const named = addPasskeySchema.pick({ name: true });
const cancelled: ApiResult<never> = {
  kind: 'refused',
  status: 400,
  error: messages.factors.cancelled,
  fields: {},
};

export function AddPasskey({ email, onDone }: Props) {
  /** The question of the server, which a second press after a cancelled prompt answers as well. */
  const asked = useRef<{ token: string; options: Record<string, unknown> } | null>(null);

  async function add(name: string, password: string) {
    if (!asked.current) {
      const result = await factorsApi.askNewPasskey(password);
      if (result.kind !== 'ok') return result;
      asked.current = result.data;
    }
    const { token, options } = asked.current;
    const passkey = await createPasskey(options);
    if (passkey === null) return cancelled;
    // The answer uses the question up.
    asked.current = null;
    return await factorsApi.addPasskey({ token, name, passkey });
  }

  const form = useForm({
    schema:
      email === null
        ? named.extend({ password: z.string().default('') })
        : named.extend(confirmPasswordSchema.shape),
    send: ({ name, password }) => add(name, password),
    texts: serverFirst,
    done: (data) => {
      onDone({ ...data, message: messages.factors.passkeyAdded });
      return { message: '' };
    },
    ready: ({ name = '', password = '' }) => name.trim() !== '' && (email === null || password !== ''),
  });
  return (
    <Form form={form} action="Continue" busy="Waiting for your device...">
      <Field
        name="name"
        label="Name of this passkey"
        hint="Such as 'My phone'. Only you see it."
        maxLength={60}
        autoComplete="off"
        required
      />
      {email !== null && <ConfirmPassword email={email} />}
    </Form>
  );
}
