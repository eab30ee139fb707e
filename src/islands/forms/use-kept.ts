import { useEffect, useState } from 'react';
import { changeTyped, typedForm, type TypedForm } from '../../lib/client/drafts/kept-forms.ts';
import type { z } from '../../lib/shared/zod.ts';
import { useSession } from '../ui/use-session.ts';
import { useStore } from '../ui/use-store.ts';

export interface KeptState {
  /** The form shows unsaved values that were typed before this page was opened. */
  isFromBefore: boolean;
  discard: () => void;
}

export type FlatValues = Record<string, string | boolean>;

/** Holds the values of a form; the engine (use-form.ts) and the fields know only this interface. */
export interface ValueStore {
  values: FlatValues;
  /** Those that differ from what is saved. */
  changed: FlatValues;
  change(changes: Partial<FlatValues>): void;
  /** Call it when `sent` was saved: what was typed since then stays. @param saved what the server has of it */
  settle(sent: FlatValues, saved?: FlatValues): void;
  kept: KeptState | null;
}

export interface KeptValues<Values extends FlatValues> extends ValueStore {
  values: Values;
  changed: Record<string, Values[keyof Values]>;
  change(changes: Partial<Values>): void;
}

type Some = Record<string, unknown>;

const none: TypedForm = { values: {}, isFromBefore: false };

/**
 * The values of a form: the saved ones, overlaid by unsaved changes that are kept in this browser. A login that ends,
 * a reload and a crash lose nothing of them.
 * @param form name of the form, with the id of the record that it changes
 * @param schema of the values, which may come from an earlier version
 * @param initial what the server has. Flat, with a value for each thing that a person can change: a list or a
 *   dictionary would be kept whole, and undo what was changed elsewhere in the parts that nobody touched here.
 */
export function useKept<Values extends FlatValues>(
  form: string,
  schema: z.ZodType<Values>,
  initial: Values,
): KeptValues<Values> {
  const [saved, setSaved] = useState(initial);
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
  const left = difference(values, saved) as Record<string, Values[keyof Values]>;
  const isOutdated = Object.keys(left).length < Object.keys(typed.values).length;
  useEffect(() => {
    if (isOutdated) changeTyped(owner, form, left);
  });

  const newest = (): Some => typedForm(owner, form).get().values;
  return {
    values,
    changed: left,
    change(changes) {
      changeTyped(owner, form, difference({ ...over(newest()), ...changes }, saved));
    },
    settle(sent, now = sent) {
      changeTyped(owner, form, difference(newest(), sent));
      setSaved({ ...saved, ...now });
    },
    kept: {
      isFromBefore: typed.isFromBefore,
      discard: () => changeTyped(owner, form, {}),
    },
  };
}

/** The values that are not the same in `other`. */
function difference<Value>(values: Record<string, Value>, other: Some): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== other[name]));
}
