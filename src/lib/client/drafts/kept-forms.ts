// The unsaved changes of this page's forms, stored in the browser (kept.ts) until they are saved.
import { atom, type WritableAtom } from 'nanostores';
import { registerForms } from '../session/ended-login.ts';
import { removeText } from '../storage/browser-storage.ts';
import { formKey, formKeys, readKept, writeKept } from './kept.ts';

interface TypedForm {
  values: Record<string, unknown>;
  /** The values were typed before this page was opened. */
  isFromBefore: boolean;
}

const nothing: TypedForm = { values: {}, isFromBefore: false };

/** For a visitor who is not logged in: the form shows the saved values. */
const ofNobody: WritableAtom<TypedForm> = atom(nothing);

/** The open forms, by account and form. */
const open = new Map<string, { owner: string; $typed: WritableAtom<TypedForm> }>();

export function typedForm(owner: string, form: string): WritableAtom<TypedForm> {
  if (owner === '') return ofNobody;
  const key = formKey(owner, form);
  const known = open.get(key);
  if (known) return known.$typed;
  // Reading removes the values of all forms that are too old.
  for (const other of formKeys()) readKept(other);
  const values = readKept(key)?.values ?? {};
  const $typed = atom({ values, isFromBefore: isSomething(values) });
  open.set(key, { owner, $typed });
  return $typed;
}

/** @param values those that differ from the saved ones */
export function changeTyped(owner: string, form: string, values: Record<string, unknown>): void {
  if (owner === '') return;
  const $typed = typedForm(owner, form);
  $typed.set({ values, isFromBefore: $typed.get().isFromBefore && isSomething(values) });
  keep(formKey(owner, form), owner, values);
}

/**
 * Stores the values of the open forms again after the login has ended: a logout in another tab has removed them.
 * @returns whether there are any
 */
function keepTypedAgain(): boolean {
  for (const [key, { owner, $typed }] of open) keep(key, owner, $typed.get().values);
  return [...open.values()].some(({ $typed }) => isSomething($typed.get().values));
}

/** Removes the values of an account's forms, for a logout or a deleted account. */
export function forgetTyped(owner: string): void {
  forgetOpen(owner);
  for (const key of formKeys(owner)) removeText(key);
}

/** In the other tabs after `forgetTyped`: the values that are stored by then belong to a later login. */
function forgetOpen(owner: string): void {
  for (const [key, typed] of open) {
    if (typed.owner !== owner) continue;
    typed.$typed.set(nothing);
    open.delete(key);
  }
}

registerForms({ forget: forgetOpen, keepAgain: keepTypedAgain });

/** If the browser stores nothing, the values exist only on the screen. */
function keep(key: string, owner: string, values: Record<string, unknown>): void {
  if (isSomething(values)) writeKept(key, { owner, values });
  else removeText(key);
}

function isSomething(values: Record<string, unknown>): boolean {
  return Object.keys(values).length > 0;
}
