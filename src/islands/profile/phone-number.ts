// Converts phone numbers between the form that people write and the one that is sent, E.164 (+2348012345678).
import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
  type CountryCode,
} from 'libphonenumber-js/min';
import { accountMessages as messages } from '../../lib/shared/text/account-messages.ts';

export { isSupportedCountry, type CountryCode };

const names = new Intl.DisplayNames('en', { type: 'region' });

export const countryName = (code: CountryCode): string => names.of(code) ?? code;

/** The countries that a phone number can belong to, in the order of their English names. */
export const countries = Object.fromEntries(
  getCountries()
    .map((code) => [code, countryName(code)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, 'en')),
);

export const homeCountry: CountryCode = 'NG';

/** @returns the number in E.164 with its country, or the text itself if it is not a number */
export function readPhone(text: string, country: CountryCode): { number: string; country: CountryCode } {
  // Most networks take 00 for the plus. No national number begins with 00.
  const written = text.trim().replace(/^00/, '+');
  if (written === '') return { number: '', country: homeCountry };
  const parsed = parsePhoneNumberFromString(written, country);
  // A calling code that several countries share identifies none of them until the number is complete.
  const isRead = parsed !== undefined && validatePhoneNumberLength(written, country) === undefined;
  return isRead
    ? { number: parsed.number, country: parsed.country ?? country }
    : { number: written, country };
}

/** @returns the number in the international form; a text that is not a number is unchanged */
export function showPhone(number: string, country: CountryCode): string {
  if (phoneError(number, country) !== undefined) return number;
  return parsePhoneNumberFromString(number, country)?.formatInternational() ?? number;
}

/** @returns the national number with the calling code of another country */
export function moveToCountry(number: string, from: CountryCode, to: CountryCode): string {
  if (number === '') return '';
  const parsed = parsePhoneNumberFromString(number, from);
  return `+${getCountryCallingCode(to)}${parsed?.nationalNumber ?? number.replace(/\D/g, '')}`;
}

/** @returns the server's message about an invalid number; undefined for a valid one and for none */
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
