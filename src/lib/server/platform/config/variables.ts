// Parsers of single variables.
import { z } from 'zod';

/** Parses a number. @param of unit for the error @param or other allowed values for the error */
export function wholeNumber(least: number, most: number, { of = '', or = '' } = {}) {
  const error = `must be a whole number ${of}from ${String(least)} to ${String(most)}${or}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().min(least, error).max(most, error));
}

export const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');

const siteUrlError =
  'must be an http or https URL with nothing behind the host, such as https://apps.example.ng';
/** The address has no path, because the site's own paths begin with a slash. */
export const siteUrl = z
  .url({ protocol: /^https?$/, error: siteUrlError })
  .refine((value) => {
    const url = URL.parse(value);
    return url !== null && url.href.replace(/\/+$/, '') === url.origin;
  }, siteUrlError)
  .transform((value) => new URL(value).origin);
