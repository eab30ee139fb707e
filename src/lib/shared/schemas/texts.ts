// Runs anywhere. Schemas of the texts that forms ask for.
import { canBeSeen, visibleLine, visibleText } from '../text/visible-text.ts';
import { z } from '../zod.ts';
import { limits } from './limits.ts';

/**
 * Line breaks and tabs become spaces, what cannot be seen is taken out; what leaves nothing is refused.
 * @param of what it is, for a sentence that stands alone
 */
export function line(missing: string, max: number, of: string) {
  return z
    .string(missing)
    .transform(visibleLine)
    .refine(canBeSeen, missing)
    .refine((text) => Array.from(text).length <= max, `Use ${max} characters at most for ${of}.`)
    .meta({ minLength: 1, maxLength: max });
}

export function text(max: number, of: string, read: (value: string) => string = visibleText) {
  return z
    .string()
    .transform((value) => read(value).trim())
    .refine((value) => Array.from(value).length <= max, `Use ${max} characters at most for ${of}.`)
    .meta({ maxLength: max });
}

/** '' stays '': the link is left out, or taken away. */
export function link(read: (value: string) => string | null, sentence: string) {
  return z
    .string()
    .transform((value, context) => {
      if (value.trim() === '') return '';
      const stored = read(value);
      if (stored !== null) return stored;
      context.addIssue({ code: 'custom', message: sentence });
      return z.NEVER;
    })
    .meta({ maxLength: limits.url });
}
