import type { ApiResult } from '../../../lib/client/api/api.ts';
import type { z } from '../../../lib/shared/zod.ts';
import { serverFirst } from '../../forms/refusal.ts';
import { useForm } from '../../forms/use-form.ts';
import { useKept, type FlatValues } from '../../forms/use-kept.ts';
import { useProof } from './proof-context.ts';

interface Options<Values extends FlatValues, Schema extends z.ZodType> {
  /** Name under which typed values are kept. */
  name: string;
  valuesSchema: z.ZodType<Values>;
  initial: Values;
  schema: Schema;
  /** The values as the API takes them. */
  input: (values: Values) => unknown;
  send: (input: z.output<Schema>) => Promise<ApiResult<unknown>>;
  says: string;
  done: () => void;
  /** Called where somebody else was faster. What was typed stays, and can be sent again. */
  onConflict?: () => void;
  /** Whether the sent values stay in the form, because they are the new state. */
  staysFilled?: boolean;
}

/** A form of rules, templates and settings: it keeps what was typed until it is saved. */
export function useDeskForm<Values extends FlatValues, Schema extends z.ZodType>({
  name,
  valuesSchema,
  initial,
  schema,
  input,
  send,
  says,
  done,
  onConflict,
  staysFilled = false,
}: Options<Values, Schema>) {
  const prove = useProof();
  const kept = useKept(name, valuesSchema, initial);
  const form = useForm<Schema>({
    schema,
    store: kept,
    input: () => input(kept.values),
    names: Object.keys(initial),
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
