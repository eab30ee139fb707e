import { useEffect } from 'react';
import { changeTyped, typedForm, type TypedForm } from '../../lib/client/drafts/kept-forms.ts';
import type { z } from '../../lib/shared/zod.ts';
import { useSession } from '../ui/use-session.ts';
import { useStore } from '../ui/use-store.ts';

export interface KeptState {
  /** What is shown was typed before this page was opened, and is not saved. */
  isFromBefore: boolean;
  discard: () => void;
}

type Some = Record<string, unknown>;

type Flat = Record<string, string | boolean>;

const none: TypedForm = { values: {}, isFromBefore: false };

/**
 * The values of a form: the saved ones, overlaid by unsaved changes that are kept in this browser. A login that ends,
 * a reload and a crash lose nothing of them.
 * @param form name of the form, with the id of the record that it changes
 * @param schema of the values, which may come from an earlier version
 * @param saved what the server has. Flat, with a value for each thing that a person can change: a list or a dictionary would be kept
 *   whole, and undo what was changed elsewhere in the parts that nobody touched here.
 */
export function useKept<Values extends Flat>(form: string, schema: z.ZodType<Values>, saved: Values) {
  const owner = useSession()?.user_id ?? '';
  const typed = useStore(typedForm(owner, form), none);
  const over = (changes: Some): Values => {
    const fitting = { ...saved };
    // Each by itself: one that no longer fits the form takes no other with it.
    for (const [name, value] of Object.entries(changes)) {
      const parsed = schema.safeParse({ ...saved, [name]: value });
      if (parsed.success && name in parsed.data) Object.assign(fitting, { [name]: parsed.data[name] });
    }
    return fitting;
  };
  const values = over(typed.values);

  // It was saved after all, by a request whose answer was lost or from another device.
  const left = difference(values, saved);
  const isOutdated = Object.keys(left).length < Object.keys(typed.values).length;
  useEffect(() => {
    if (isOutdated) changeTyped(owner, form, left);
  });

  const newest = (): Some => typedForm(owner, form).get().values;
  return {
    values,
    change: (changes: Partial<Values>): void => {
      changeTyped(owner, form, difference({ ...over(newest()), ...changes }, saved));
    },
    /** Call it when `sent` was saved: what was typed since then stays. */
    settle: (sent: Values): void => {
      changeTyped(owner, form, difference(newest(), sent));
    },
    kept: {
      isFromBefore: typed.isFromBefore,
      discard: () => changeTyped(owner, form, {}),
    } satisfies KeptState,
  };
}

/** The values that are not the same in `other`. */
function difference(values: Some, other: Some): Some {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(other[name])),
  );
}
