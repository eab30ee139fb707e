import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { formKey, readDraft, sweepDrafts, writeDraft } from '../../lib/client/drafts/form-drafts.ts';
import { readPictures, release, sweepPictures, writePictures } from '../../lib/client/drafts/pictures.ts';
import type { PickedPicture } from '../../lib/client/drafts/pictures.ts';
import { $session, isLeft } from '../../lib/client/session/session.ts';

/** A list is an array; the API takes its values joined by commas. */
export type Value = string | boolean | readonly string[];
export type Values = Record<string, Value>;

/** Unsaved values that the form shows, and that were typed before this page was opened. */
export interface Resumed {
  isFromBefore: boolean;
  discard: () => void;
}

/** Holds the values of a form. The form engine (use-form.tsx) and the fields use this interface. */
export interface ValueStore<V extends Values = Values> {
  values: V;
  /** The values that differ from the saved ones. */
  changed: Partial<V>;
  change(changes: Partial<V>): void;
  /** Call it when `sent` was saved. Later changes stay. @param saved the values as the server saved them */
  settle(sent: Partial<V>, saved?: Partial<V>): void;
  resumed: Resumed;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const isAny = (values: object): boolean => Object.keys(values).length > 0;

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

function useOwner(): string {
  return useStore($session, { ssr: 'initial' })?.user_id ?? '';
}

/** Stores the draft of an open form again when the login ends: a logout in another tab has removed it. */
function useStoreAgain(store: (owner: string) => void): void {
  const newest = useRef(store);
  useEffect(() => {
    newest.current = store;
  });
  useEffect(
    () =>
      $session.listen((visitor, before) => {
        if (before && !visitor && !isLeft(before.sid)) newest.current(before.user_id);
      }),
    [],
  );
}

/**
 * The values of a form: the saved ones, overlaid by the unsaved changes, which this browser keeps, so that the end of a
 * login, a reload or a crash loses none. Without a name they are on the screen alone.
 * @param form name of the form, with the id of the record that it changes
 * @param initial the saved values
 */
export function useDraft<V extends Values>(form: string | undefined, initial: V): ValueStore<V> {
  const owner = useOwner();
  const [saved, setSaved] = useState(initial);
  const [changed, setChanged] = useState<Partial<V>>({});
  const [isFromBefore, setFromBefore] = useState(false);
  /** The newest ones, also between two renderings. */
  const newest = useRef({ saved, changed });
  /** Nothing is stored before what is kept was read. */
  const isLoaded = useRef(false);

  const write = (account: string): void => {
    if (form === undefined || account === '' || !isLoaded.current) return;
    const { saved: now, changed: unsaved } = newest.current;
    const values: Record<string, unknown> = {};
    for (const name of Object.keys(unsaved)) values[name] = keptOf(unsaved[name], now[name]);
    writeDraft(formKey(account, form), { owner: account, values });
  };
  const show = (changes: Partial<V>): void => {
    newest.current.changed = difference(changes, newest.current.saved);
    setChanged(newest.current.changed);
    if (!isAny(newest.current.changed)) setFromBefore(false);
    write(owner);
  };
  useStoreAgain(write);
  const load = (): void => {
    if (form === undefined || owner === '') return;
    isLoaded.current = true;
    sweepDrafts();
    const kept = Object.entries(readDraft(formKey(owner, form))?.values ?? {});
    const fitting = kept
      .map(([name, value]) => [name, resumedOf(value, newest.current.saved[name])] as const)
      .filter(([, value]) => value !== undefined);
    setFromBefore(fitting.length > 0);
    show({ ...(Object.fromEntries(fitting) as Partial<V>), ...newest.current.changed });
  };
  const loadRef = useRef(load);
  useEffect(() => {
    loadRef.current = load;
  });
  useEffect(() => loadRef.current(), [form, owner]);

  return {
    values: { ...saved, ...changed },
    changed,
    change: (changes) => show({ ...newest.current.changed, ...changes }),
    settle(sent, now = sent) {
      newest.current.saved = { ...newest.current.saved, ...now };
      setSaved(newest.current.saved);
      show(difference(newest.current.changed, sent));
    },
    resumed: { isFromBefore, discard: () => show({}) },
  };
}

export interface PictureDraft {
  pictures: readonly PickedPicture[];
  /** The newest pictures, also between two renderings. */
  current: () => readonly PickedPicture[];
  set: (pictures: readonly PickedPicture[]) => void;
  resumed: Resumed;
}

/** The pictures that are picked in a form, which this browser keeps as it keeps the values. */
export function usePictureDraft(form: string): PictureDraft {
  const owner = useOwner();
  const [pictures, setPictures] = useState<readonly PickedPicture[]>([]);
  const [isFromBefore, setFromBefore] = useState(false);
  const newest = useRef(pictures);

  const write = (account: string): void => {
    if (account === '') return;
    const key = formKey(account, form);
    const count = newest.current.length;
    writeDraft(key, { owner: account, values: count > 0 ? { pictures: count } : {} });
    void writePictures(key, newest.current);
  };
  const show = (next: readonly PickedPicture[]): void => {
    release(...newest.current.filter((old) => !next.includes(old)));
    newest.current = next;
    setPictures(next);
    if (next.length === 0) setFromBefore(false);
  };
  const set = (next: readonly PickedPicture[]): void => {
    show(next);
    write(owner);
  };
  useStoreAgain(write);
  useEffect(() => {
    if (owner === '') return;
    let isGone = false;
    void sweepPictures()
      .then(() => readPictures(formKey(owner, form)))
      .then((stored) => {
        if (isGone || newest.current.length > 0 || stored.length === 0) return;
        newest.current = stored;
        setPictures(stored);
        setFromBefore(true);
      });
    return () => {
      isGone = true;
    };
  }, [form, owner]);
  return { pictures, current: () => newest.current, set, resumed: { isFromBefore, discard: () => set([]) } };
}
