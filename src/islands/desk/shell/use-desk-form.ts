import type { ApiResult } from '../../../lib/client/api/api.ts';
import type { z } from '../../../lib/shared/zod.ts';
import { serverFirst } from '../../forms/api-error.ts';
import { useForm } from '../../forms/use-form.tsx';
import { useDraft, type Values } from '../../forms/use-draft.ts';
import { useProof } from './proof-context.ts';

interface Options<V extends Values, Schema extends z.ZodType> {
  /** Name under which typed values are kept. */
  name: string;
  valuesSchema: z.ZodType<V>;
  initial: V;
  schema: Schema;
  /** The values as the API takes them. */
  input: (values: V) => unknown;
  send: (input: z.output<Schema>) => Promise<ApiResult<unknown>>;
  says: string;
  done: () => void;
  /** Called where somebody else was faster. What was typed stays, and can be sent again. */
  onConflict?: () => void;
  /** Whether the sent values stay in the form, because they are the new state. */
  staysFilled?: boolean;
}

/** A form of rules, templates and settings: it keeps what was typed until it is saved. */
export function useDeskForm<V extends Values, Schema extends z.ZodType>({
  name,
  initial,
  schema,
  input,
  send,
  says,
  done,
  onConflict,
  staysFilled = false,
}: Options<V, Schema>) {
  const prove = useProof();
  const kept = useDraft(name, initial);
  const form = useForm<V, unknown, z.output<Schema>>({
    schema: schema as unknown as z.ZodType<z.output<Schema>>,
    store: kept,
    input: () => input(kept.values),
    // The name of a kept form may hold characters that an id may not.
    prefix: `${name.replaceAll(/[^a-zA-Z0-9-]/g, '-')}-`,
    send: async (values) => {
      const result = await prove(() => send(values));
      if (result.kind === 'refused' && result.status === 409) onConflict?.();
      return result;
    },
    texts: serverFirst,
    done: () => {
      done();
      return { message: says, ...(!staysFilled && { saved: initial }) };
    },
  });
  return { form, kept };
}
