// Reads and sets the fields of a page. Forms without a store keep their values there, so a text that was typed before
// the script came is not lost.
import type { z } from '../../lib/shared/zod.ts';

export type Values = Record<string, string>;
export type FieldErrors = Record<string, string>;

export function valuesOf(form: HTMLFormElement): Values {
  const entries = [...new FormData(form)];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The first sentence for each field. */
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

/** Sets a field as if it had been typed. */
export function fill(form: HTMLFormElement, name: string, value: string): void {
  const field = fieldsOf(form).find((candidate) => candidate.name === name);
  if (!field) return;
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Tells whether a password manager has filled the form in. Browsers show the values at once, but let no script read
 * them until the person touches the page; the form must not look unfinished until then.
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
