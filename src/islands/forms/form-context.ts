import { createContext, useContext } from 'react';
import type { FormState } from './use-form.ts';

export const FormContext = createContext<FormState | null>(null);

/** @returns the form around the field */
export function useFormContext(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error('This field is outside of a form.');
  return form;
}
