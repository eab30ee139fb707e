// The unsaved changes of this page's forms, stored in the browser (kept.ts) until they are saved.
import { atom, type WritableAtom } from 'nanostores';
import { formKey, formKeys, readKept, removeKept, writeKept } from './kept.ts';

export interface TypedForm {
  values: Record<string, unknown>;
  /** It was typed before this page was opened. */
  isFromBefore: boolean;
}

const nothing: TypedForm = { values: {}, isFromBefore: false };

/** Of nobody: a form without a login shows what is saved. */
const nobodys: WritableAtom<TypedForm> = atom(nothing);

/** By account and form. */
const open = new Map<string, { owner: string; $typed: WritableAtom<TypedForm> }>();

export function typedForm(owner: string, form: string): WritableAtom<TypedForm> {
  if (owner === '') return nobodys;
  const key = formKey(owner, form);
  const known = open.get(key);
  if (known) return known.$typed;
  // What is too old goes, whichever form it was typed into.
  for (const other of formKeys()) readKept(other);
  const values = readKept(key)?.values ?? {};
  const $typed = atom({ values, isFromBefore: isSomething(values) });
  open.set(key, { owner, $typed });
  return $typed;
}

/** @param values what differs from what is saved */
export function changeTyped(owner: string, form: string, values: Record<string, unknown>): void {
  if (owner === '') return;
  const $typed = typedForm(owner, form);
  $typed.set({ values, isFromBefore: $typed.get().isFromBefore && isSomething(values) });
  keep(formKey(owner, form), owner, values);
}

/**
 * Stores the open forms again when the login has ended: a logout in another tab has dropped what was stored.
 * @returns whether there is anything
 */
export function keepTypedAgain(): boolean {
  for (const [key, { owner, $typed }] of open) keep(key, owner, $typed.get().values);
  return [...open.values()].some(({ $typed }) => isSomething($typed.get().values));
}

/** For a logout, and for a deleted account. */
export function forgetTyped(owner: string): void {
  forgetOpen(owner);
  removeKept(...formKeys(owner));
}

/** In a tab beside the one that has forgotten it: what is stored by now was typed into a later login. */
export function forgetOpen(owner: string): void {
  for (const [key, typed] of open) {
    if (typed.owner !== owner) continue;
    typed.$typed.set(nothing);
    open.delete(key);
  }
}

/** Where the browser keeps nothing, it stays on the screen alone. */
function keep(key: string, owner: string, values: Record<string, unknown>): void {
  if (isSomething(values)) writeKept(key, { owner, values });
  else removeKept(key);
}

function isSomething(values: Record<string, unknown>): boolean {
  return Object.keys(values).length > 0;
}
