import { createContext, useContext } from 'react';
import type { FormState } from './use-form.ts';

export const FormContext = createContext<FormState | null>(null);

/** The form that a field stands in. */
export function useFormContext(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error('A field stands outside of a form.');
  return form;
}
