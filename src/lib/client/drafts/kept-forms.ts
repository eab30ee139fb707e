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
  for (const listener of keepAgainListeners) listener();
  return [...open.values()].some(({ $typed }) => isSomething($typed.get().values));
}

/** For a logout, and for a deleted account. */
export function forgetTyped(owner: string): void {
  forgetOpen(owner);
  removeKept(...formKeys(owner));
}

/** Leaves what is stored: beside the tab that has removed it, that was typed into a later login. */
function forgetOpen(owner: string): void {
  for (const [key, typed] of open) {
    if (typed.owner !== owner) continue;
    typed.$typed.set(nothing);
    open.delete(key);
  }
  for (const listener of forgetListeners) listener(owner);
}

/** Called in a tab beside the one that has deleted the account. */
export function forgetDeleted(owner: string): void {
  forgetOpen(owner);
  for (const listener of deletedListeners) listener(owner);
}

const forgetListeners: ((owner: string) => void)[] = [];
const deletedListeners: ((owner: string) => void)[] = [];
const keepAgainListeners: (() => void)[] = [];

/** For what is kept beside the texts of forms; called with the account that logged out or was deleted. */
export function onForget(listener: (owner: string) => void): void {
  forgetListeners.push(listener);
}

/** For the draft, which outlives a logout; called with the account that another tab has deleted. */
export function onDeleted(listener: (owner: string) => void): void {
  deletedListeners.push(listener);
}

/** For what is kept beside the texts of forms; called when the login has ended. */
export function onKeepAgain(listener: () => void): void {
  keepAgainListeners.push(listener);
}

/** Where the browser keeps nothing, it stays on the screen alone. */
function keep(key: string, owner: string, values: Record<string, unknown>): void {
  if (isSomething(values)) writeKept(key, { owner, values });
  else removeKept(key);
}

function isSomething(values: Record<string, unknown>): boolean {
  return Object.keys(values).length > 0;
}
