import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { changeTyped, typedForm } from '../../lib/client/drafts/kept-forms.ts';
import { $session } from '../../lib/client/session/session.ts';
import type { z } from '../../lib/shared/zod.ts';

export interface KeptState {
  /** The form shows unsaved values that were typed before this page was opened. */
  isFromBefore: boolean;
  discard: () => void;
}

export type FlatValues = Record<string, string | boolean>;

/** Holds the values of a form. The form engine (use-form.ts) and the fields use this interface. */
export interface ValueStore {
  values: FlatValues;
  /** The values that differ from the saved ones. */
  changed: FlatValues;
  change(changes: Partial<FlatValues>): void;
  /** Call it when `sent` was saved. Later changes stay. @param saved the values as the server saved them */
  settle(sent: FlatValues, saved?: FlatValues): void;
  kept: KeptState | null;
}

export interface KeptValues<Values extends FlatValues> extends ValueStore {
  values: Values;
  changed: Record<string, Values[keyof Values]>;
  change(changes: Partial<Values>): void;
}

type Unchecked = Record<string, unknown>;

/**
 * The values of a form: the saved ones, overlaid by the unsaved changes that this browser keeps, so that the end of a
 * login, a reload or a crash loses none.
 * @param form name of the form, with the id of the record that it changes
 * @param schema of the values, because kept ones may come from an earlier version
 * @param initial the saved values. They must be flat: a list or a dictionary would be kept as a whole, and undo changes
 *   that were made to other parts of it elsewhere.
 */
export function useKept<Values extends FlatValues>(
  form: string,
  schema: z.ZodType<Values>,
  initial: Values,
): KeptValues<Values> {
  const [saved, setSaved] = useState(initial);
  const owner = useStore($session, { ssr: 'initial' })?.user_id ?? '';
  const typed = useStore(typedForm(owner, form));
  const over = (changes: Unchecked): Values => {
    const fitting = { ...saved };
    // One by one, so that a value that no longer fits the form does not affect the others.
    for (const [name, value] of Object.entries(changes)) {
      const parsed = schema.safeParse({ ...saved, [name]: value });
      if (parsed.success && name in parsed.data) Object.assign(fitting, { [name]: parsed.data[name] });
    }
    return fitting;
  };
  const values = over(typed.values);

  // Values that were saved meanwhile, by a request whose answer was lost or on another device, are not unsaved.
  const left = difference(values, saved) as Record<string, Values[keyof Values]>;
  const isOutdated = Object.keys(left).length < Object.keys(typed.values).length;
  useEffect(() => {
    if (isOutdated) changeTyped(owner, form, left);
  });

  const newest = (): Unchecked => typedForm(owner, form).get().values;
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

/** @returns the values that differ from those in `other` */
function difference<Value>(values: Record<string, Value>, other: Unchecked): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== other[name]));
}
