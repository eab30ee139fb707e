// What brand.json may hold. Everything is optional; a fault is one sentence for the operator.
import { z } from '../../../shared/zod.ts';
import { oneLine } from '../../../shared/text/text.ts';
import { colourNames, themes, unreadablePair } from './colours.ts';

const text = (field: string, max: number) => {
  const error = `${field} must be a text of one line, with 1 to ${String(max)} characters.`;
  return z.string(error).trim().min(1, error).max(max, error).regex(oneLine, error).optional();
};

/** It is the name of the sender of mails as well, so it holds nothing that would end a name there. */
const nameError =
  "name must have 1 to 30 letters, digits, spaces and . & ' + ! -, and begin with a letter or a digit.";
const name = z
  .string(nameError)
  .trim()
  .max(30, nameError)
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .&'’+!-]*$/u, nameError)
  .optional();

const contactError = 'contact must be one mail address, such as hello@apps.example.ng.';
const slogansError = 'slogans must be a list of 1 to 8 texts of one line, with 1 to 80 characters each.';

const colour = (field: string) =>
  z
    .string(`${field} must be a colour such as #0a5f8a.`)
    .regex(/^#[\da-f]{6}$/i, `${field} must be a colour such as #0a5f8a.`)
    .toLowerCase()
    .optional();

const known = (names: readonly string[]) => ({
  error: (issue: { code?: string | undefined; keys?: readonly string[] }) =>
    issue.code === 'unrecognized_keys'
      ? `'${String(issue.keys?.[0])}' is not known there. Known are ${names.join(', ')}.`
      : `It must hold an object in braces, with ${names.join(', ')}.`,
});

const coloursOf = (theme: string) =>
  z
    .strictObject(
      Object.fromEntries(colourNames.map((one) => [one, colour(`colours.${theme}.${one}`)])) as Record<
        (typeof colourNames)[number],
        ReturnType<typeof colour>
      >,
      known(colourNames),
    )
    .optional();

const colours = z
  .strictObject({ light: coloursOf('light'), dark: coloursOf('dark') }, known(themes))
  .check(({ value, issues }) => {
    for (const theme of themes) {
      const message = unreadablePair(theme, value[theme] ?? {});
      if (message !== null) issues.push({ code: 'custom', input: value, message });
    }
  })
  .optional();

const fields = {
  name,
  title: text('title', 70),
  tagline: text('tagline', 80),
  description: text('description', 200),
  country: text('country', 40),
  contact: z
    .string(contactError)
    .regex(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/, contactError)
    .optional(),
  slogans: z
    .array(
      z.string(slogansError).trim().min(1, slogansError).max(80, slogansError).regex(oneLine, slogansError),
      slogansError,
    )
    .min(1, slogansError)
    .max(8, slogansError)
    .optional(),
  colours,
};

export const factsSchema = z.strictObject(fields, known(Object.keys(fields)));

export type GivenFacts = z.infer<typeof factsSchema>;
