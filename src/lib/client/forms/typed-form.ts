// What a guest typed into a form is kept in this tab until it is sent, because the page of the code leads back to it.
import { typedFormKey } from '../../shared/browser-keys/storage-keys.ts';
import { readJson, removeText, writeText } from '../storage.ts';

interface Typed {
  form: string;
  values: Record<string, string>;
}

/** On the page after the form was sent, `data-form-sent` drops what was typed. */
export function startTypedForm(): void {
  if (document.querySelector('[data-form-sent]')) removeText(typedFormKey, 'sessionStorage');
  const form = document.querySelector<HTMLFormElement>('form[data-typed-form]');
  if (!form) return;
  const name = form.dataset['typedForm'] ?? '';
  const typed = readJson(typedFormKey, 'sessionStorage') as Partial<Typed> | null;
  if (typed?.form === name) fillAgain(form, typed.values ?? {});
  form.addEventListener('submit', () => {
    const entries = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
    const kept = { form: name, values: Object.fromEntries(entries) } as Typed;
    writeText(typedFormKey, JSON.stringify(kept), 'sessionStorage');
  });
}

/** Leaves what was changed since the page arrived, by the person or by a browser that goes back. */
function fillAgain(form: HTMLFormElement, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList) field.value ||= value;
    else if (isTextField(field) && field.value === field.defaultValue) field.value = value;
  }
}

const isTextField = (field: Element | null): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'hidden');
