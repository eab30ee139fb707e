import { isLinkInName, canBeSeen, visibleLine, visibleText } from '../text/visible-text.ts';
import { z } from '../zod.ts';
import { limits } from './limits.ts';

/**
 * Takes one visible line: line breaks and tabs become spaces, invisible characters are removed.
 * @param missing message for an empty text
 * @param of name of the text in messages, such as 'the name'
 */
export function line(missing: string, max: number, of: string) {
  return z
    .string(missing)
    .transform(visibleLine)
    .refine(canBeSeen, missing)
    .refine((text) => Array.from(text).length <= max, `Use ${max} characters at most for ${of}.`)
    .meta({ minLength: 1, maxLength: max });
}

/**
 * Takes the name of a person. Threat: mails and pages show it as who writes, and a mail program makes a link of it.
 */
export function personLine(missing: string, max: number, of: string) {
  return line(missing, max, of).refine(
    (name) => !isLinkInName(name),
    'Enter a name without a link or an address. Put a space after a dot.',
  );
}

export function text(max: number, of: string, read: (value: string) => string = visibleText) {
  return z
    .string()
    .transform((value) => read(value).trim())
    .refine((value) => Array.from(value).length <= max, `Use ${max} characters at most for ${of}.`)
    .meta({ maxLength: max });
}

/** Takes a text that is not shorter than `min`. @param tooShort the message for a shorter one */
export const longText = (min: number, max: number, of: string, tooShort: string) =>
  text(max, of).refine((value) => Array.from(value).length >= min, tooShort);

/** The name of somebody without an account. */
export const senderName = personLine('Enter your name.', 120, 'your name');

/** Takes a link, or '' for none. @param read returns the link as it is stored, or null for an invalid one */
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

/** The names in a text that joins them by commas. */
export const namesIn = (text: string): string[] => text.split(',').flatMap((name) => name.trim() || []);

/** Takes some of the names, joined by commas, in any case and order; '' for none. Stored in the order of the list. */
export const someOf = (names: readonly string[], maxLength: number) =>
  z
    .string()
    .transform((value, context): string => {
      const asked = namesIn(value.toLowerCase());
      const found = names.filter((name) => asked.includes(name.toLowerCase()));
      if (new Set(asked).size === found.length) return found.join(',');
      context.addIssue({ code: 'custom', message: `Choose among ${names.join(', ')}.` });
      return z.NEVER;
    })
    .meta({ maxLength });

/** The version that a change is based on. Forms send texts. */
export const readVersion = z
  .union([z.int().min(0), z.string().regex(/^\d{1,9}$/)], 'Send the version that you have read.')
  .transform(Number)
  .describe('The version that was read. If somebody else has changed it since, the answer is 409.');

const instant = (error: string) => z.iso.datetime({ offset: true, error });
export const beginsAt = instant('Enter the beginning as a date and a time.');
export const endsAt = instant('Enter the end as a date and a time.');
