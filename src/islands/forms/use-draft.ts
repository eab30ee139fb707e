import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { formKey, readDraft, sweepDrafts, writeDraft } from '../../lib/client/drafts/form-drafts.ts';
import { $session, isLeft } from '../../lib/client/session/session.ts';

/** A list is an array; the API takes its values joined by commas. */
export type Value = string | boolean | readonly string[];
export type Values = Record<string, Value>;

/** Values as the API takes them: lists are joined by commas. */
export function textsOf(values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** Holds the values of a form. The form engine (use-form.tsx) and the fields use this interface. */
export interface ValueStore<V extends Values = Values> {
  values: V;
  /** The values that differ from the saved ones. */
  changed: Partial<V>;
  change(changes: Partial<V>): void;
  /** Call it when `sent` was saved. Later changes stay. @param saved the values as the server saved them */
  settle(sent: Partial<V>, saved?: Partial<V>): void;
  /** Whether unsaved values that the form shows were typed before this page was opened. */
  resumed?: { isFromBefore: boolean; discard: () => void };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** How a list is kept: an unsaved change of a list must not undo what was changed in it elsewhere meanwhile. */
interface ListChange {
  from: readonly string[];
  to: readonly string[];
}

const keptOf = (value: Value | undefined, saved: Value | undefined): unknown =>
  Array.isArray(value) ? { from: saved, to: value } : value;

/** @returns undefined for a value of another kind, as an earlier version of the page may have kept it */
function resumedOf(kept: unknown, saved: Value | undefined): Value | undefined {
  if (!Array.isArray(saved)) return typeof kept === typeof saved ? (kept as Value) : undefined;
  const { from, to } = (kept ?? {}) as Partial<ListChange>;
  if (!Array.isArray(from) || !Array.isArray(to)) return undefined;
  if (isSame(from, saved)) return to as string[];
  const added = (to as string[]).filter((one) => !from.includes(one) && !saved.includes(one));
  return [...(saved as string[]).filter((one) => !from.includes(one) || to.includes(one)), ...added];
}

/** @returns the values that differ from those in `other` */
function difference<V extends Values>(values: Partial<V>, other: Partial<V>): Partial<V> {
  const entries = Object.entries(values).filter(([name, value]) => !isSame(value, other[name]));
  return Object.fromEntries(entries) as Partial<V>;
}

/**
 * @param store stores the draft of an open form again when the login ends: a logout in another tab has removed it
 * @returns id of the account that is logged in
 */
export function useOwner(store: (owner: string) => void): string {
  const again = useEffectEvent(store);
  useEffect(
    () =>
      $session.listen((visitor, before) => {
        if (before && !visitor && !isLeft(before.sid)) again(before.user_id);
      }),
    [],
  );
  return useStore($session, { ssr: 'initial' })?.user_id ?? '';
}

/**
 * The values of a form: the saved ones, overlaid by the unsaved changes, which this browser keeps, so that the end of a
 * login, a reload or a crash loses none.
 * @param form name of the form, with the id of the record that it changes
 * @param initial the saved values
 */
export function useDraft<V extends Values>(form: string, initial: V): ValueStore<V> {
  const owner = useOwner((account) => write(account));
  const [{ saved, changed }, set] = useState<{ saved: V; changed: Partial<V> }>({
    saved: initial,
    changed: {},
  });
  /** Whose kept values were read, and whether there were any. Nothing is stored before. */
  const [read, setRead] = useState({ owner: '', isAny: false });

  const load = useEffectEvent(() => {
    if (owner === '') return;
    sweepDrafts();
    const kept = Object.entries(readDraft(formKey(owner, form))?.values ?? {})
      .map(([name, value]) => [name, resumedOf(value, saved[name])] as const)
      .filter(([, value]) => value !== undefined);
    setRead({ owner, isAny: kept.length > 0 });
    const values = Object.fromEntries(kept) as Partial<V>;
    // What was typed meanwhile is newer.
    set((now) => ({ ...now, changed: difference({ ...values, ...now.changed }, now.saved) }));
  });
  useEffect(() => load(), [form, owner]);
  const write = (account: string): void => {
    if (account === '' || account !== read.owner) return;
    const values = Object.entries<Value | undefined>(changed).map(
      ([name, value]) => [name, keptOf(value, saved[name])] as const,
    );
    writeDraft(formKey(account, form), { owner: account, values: Object.fromEntries(values) });
  };
  const store = useEffectEvent(() => write(owner));
  useEffect(() => store(), [changed, saved, read]);

  return {
    values: { ...saved, ...changed },
    changed,
    change: (changes) =>
      set((now) => ({ ...now, changed: difference({ ...now.changed, ...changes }, now.saved) })),
    settle: (sent, now = sent) =>
      set((before) => {
        const base = { ...before.saved, ...now };
        return { saved: base, changed: difference(difference(before.changed, sent), base) };
      }),
    resumed: {
      isFromBefore: read.isAny && Object.keys(changed).length > 0,
      discard: () => set({ saved, changed: {} }),
    },
  };
}
