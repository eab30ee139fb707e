import { useState } from 'react';
import type { ApiResult } from '../../../lib/client/api/api.ts';
import type { z } from '../../../lib/shared/zod.ts';
import { serverFirst, showFailure } from '../../forms/api-error.ts';
import { useForm } from '../../forms/use-form.tsx';
import type { Values, ValueStore } from '../../forms/use-draft.ts';
import { useProof } from '../shell/proof-context.ts';

interface Options<Schema extends z.ZodType, Preview, Data> {
  schema: Schema;
  /** Keeps what was typed until it is sent. */
  store: ValueStore;
  /** The values of the store as the API takes them. */
  input: () => unknown;
  preview: (values: z.output<Schema>) => Promise<ApiResult<Preview>>;
  send: (values: z.output<Schema>) => Promise<ApiResult<Data>>;
  done: (data: Data) => string;
  /** Called where the subject has changed meanwhile, so that its newest state is shown. */
  onConflict?: () => void;
}

/**
 * A form in two steps: `first` checks the input and fetches a preview, `second` sends what was previewed. A change of
 * the input takes the preview away, so that nothing is sent that nobody has read.
 */
export function usePreviewed<Schema extends z.ZodType, Preview, Data>({
  schema,
  store,
  input,
  preview,
  send,
  done,
  onConflict,
}: Options<Schema, Preview, Data>) {
  const prove = useProof();
  const [shown, setShown] = useState<{ of: string; data: Preview } | null>(null);
  const noteConflict = (result: ApiResult<unknown>): boolean => {
    const isConflict = result.kind === 'refused' && result.status === 409;
    if (isConflict) onConflict?.();
    return isConflict && onConflict !== undefined;
  };
  const now = JSON.stringify(input());
  const first = useForm<Values, Preview, z.output<Schema>>({
    schema: schema as unknown as z.ZodType<z.output<Schema>>,
    // A preview saves nothing, so the values stay kept.
    store: { ...store, settle: () => undefined },
    input,
    prefix: 'decide-',
    ready: () => true,
    texts: serverFirst,
    async send(values) {
      const result = await prove(() => preview(values));
      noteConflict(result);
      return result;
    },
    done: (data) => {
      second.setAlert(null);
      setShown({ of: now, data });
      return { kind: 'info', title: 'Not sent yet', message: 'Read below what will be sent, then send it.' };
    },
  });
  const second = useForm<Values, Data, z.output<Schema>>({
    schema: schema as unknown as z.ZodType<z.output<Schema>>,
    // The first form says what was typed before.
    store: { ...store, resumed: { isFromBefore: false, discard: () => undefined } },
    input,
    prefix: 'send-',
    ready: () => true,
    texts: serverFirst,
    async send(values) {
      const result = await prove(() => send(values));
      // The preview goes with the state that it was of, so that the other form tells.
      if (noteConflict(result) && result.kind === 'refused') {
        setShown(null);
        first.setAlert({ kind: 'error', message: showFailure(result).message });
      }
      return result;
    },
    done: (data) => {
      setShown(null);
      first.setAlert(null);
      return { message: done(data) };
    },
  });
  return { first, second, previewed: shown?.of === now ? shown.data : null };
}
