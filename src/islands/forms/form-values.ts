// Forms here keep their values in the page, not in React: what was typed before the script came is there when it does.
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

function fieldsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.elements].filter((element) => element instanceof HTMLInputElement);
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

export function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  fieldsOf(form)
    .find((field) => field.name in errors)
    ?.focus();
}

/**
 * Whether a password manager has filled the form in. Browsers show what it filled in at once, but let no script read it
 * until the person touches the page; the form must not look unfinished until then.
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
