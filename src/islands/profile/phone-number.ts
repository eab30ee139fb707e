// A phone number as a person types it, and as it is sent: +2348012345678 (E.164).
import {
  getCountryCallingCode,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
  type CountryCode,
} from 'libphonenumber-js/min';
import { messages } from '../../lib/shared/text/messages.ts';

/** Of a new number. */
export const homeCountry: CountryCode = 'NG';

/**
 * Most networks take 00 for the plus, whatever the country's own prefix is; no number begins with 00 within its
 * country.
 */
function withPlus(text: string): string {
  return text.trim().replace(/^00/, '+');
}

/** @returns the number in E.164 with its country, or the text itself where no number can be read in it */
export function readPhone(text: string, country: CountryCode): { number: string; country: CountryCode } {
  const written = withPlus(text);
  if (written === '') return { number: '', country: homeCountry };
  const parsed = parsePhoneNumberFromString(written, country);
  // A calling code that several countries share tells none of them before the number is whole.
  const isRead = parsed !== undefined && validatePhoneNumberLength(written, country) === undefined;
  return isRead
    ? { number: parsed.number, country: parsed.country ?? country }
    : { number: written, country };
}

/** The number as people write it; a text that is no number stays as it is. */
export function showPhone(number: string, country: CountryCode): string {
  if (phoneError(number, country) !== undefined) return number;
  return parsePhoneNumberFromString(number, country)?.formatInternational() ?? number;
}

/** The same number under the calling code of another country. */
export function moveToCountry(number: string, from: CountryCode, to: CountryCode): string {
  if (number === '') return '';
  const parsed = parsePhoneNumberFromString(number, from);
  return `+${getCountryCallingCode(to)}${parsed?.nationalNumber ?? number.replace(/\D/g, '')}`;
}

/** What is wrong with a number, in the server's own words; undefined for a good one and for none. */
export function phoneError(number: string, country: CountryCode): string | undefined {
  if (number === '') return undefined;
  const { tooLong, tooShort, notANumber } = messages.profile.phone;
  switch (validatePhoneNumberLength(number, country)) {
    case undefined:
      return undefined;
    case 'TOO_LONG':
      return tooLong;
    case 'TOO_SHORT':
    case 'INVALID_LENGTH':
      return tooShort;
    default:
      return notANumber;
  }
}
