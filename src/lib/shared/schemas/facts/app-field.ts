import type { z } from '../../zod.ts';

/** The description of a field of an app (app-fields.ts). */
export interface AppField {
  /** Checks what a request sends. Its output is stored in the column of the field's name. */
  schema: z.ZodType<string, string>;
  /** The API's answers leave it out, because their shape is older than the field. */
  isUnanswered?: true;
  label: string;
  /** The label on the form that changes it; `label` when left out. */
  updateLabel?: string;
  hint?: string;
  isRequired?: true;
  /** The label of each value of a choice. A field without options is a text. */
  options?: Record<string, string>;
  /** Several values may be chosen; they are stored joined by commas. */
  isList?: true;
  /** A fact that lists of apps can be filtered by. */
  isFilter?: true;
  /** The label of '', for a choice that can be left open. */
  none?: string;
  /** The label of '', for a choice that a new app can leave to the server. */
  automatic?: string;
  /** The most characters of a text; the form shows how many are used. */
  max?: number;
  /** The lines of a text that has more than one. */
  rows?: number;
  /** The input's type, for a link. */
  link?: 'url' | 'text';
  placeholder?: string;
  /** What a fact is in the vocabulary of https://schema.org. */
  data?: (value: string) => Record<string, unknown>;
}
