// Reads and sets the fields of a page. Forms without a store keep their values in the page, so that text typed before
// the script ran is not lost.
import type { z } from '../../lib/shared/zod.ts';

export type Values = Record<string, string>;
export type FieldErrors = Record<string, string>;

export function valuesOf(form: HTMLFormElement): Values {
  const entries = [...new FormData(form)];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** @returns the first message for each field */
export function errorsOf(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of error.issues) errors[String(path[0])] ??= message;
  return errors;
}

export type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function isField(element: unknown): element is FieldElement {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

function fieldsOf(form: HTMLFormElement): FieldElement[] {
  return [...form.elements].filter(isField);
}

export function namesOf(form: HTMLFormElement): string[] {
  return fieldsOf(form).map((field) => field.name);
}

/** Sets a field and dispatches the event that typing would. */
export function fill(form: HTMLFormElement, name: string, value: string): void {
  const field = fieldsOf(form).find((candidate) => candidate.name === name);
  if (!field) return;
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Whether a password manager has filled the form in. Browsers show such values at once, but scripts cannot read them
 * until the person touches the page. The submit button must be enabled before that.
 */
export function isAutofilled(form: HTMLFormElement): boolean {
  return fieldsOf(form).some(
    (field) => field.type === 'password' && field.value === '' && hasAutofill(field),
  );
}

function hasAutofill(field: Element): boolean {
  return ['autofill', '-webkit-autofill'].some(
    (name) => CSS.supports(`selector(:${name})`) && field.matches(`:${name}`),
  );
}
