import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
import { messages } from '../../shared/text/messages.ts';
import { fieldError } from '../platform/errors.ts';

const sentences: Record<NonNullable<ReturnType<typeof validatePhoneNumberLength>>, string> = {
  INVALID_COUNTRY: messages.profile.phone.invalidCountry,
  NOT_A_NUMBER: messages.profile.phone.notANumber,
  TOO_SHORT: messages.profile.phone.tooShort,
  TOO_LONG: messages.profile.phone.tooLong,
  INVALID_LENGTH: messages.profile.phone.tooShort,
};

interface ShownPhoneNumber {
  /** In international format: '+234 803 123 4567'. */
  text: string;
  /** Digits for a tel: link, with a leading plus where there is one. */
  dialled: string;
  /** Address of a chat; null if the number has no country, which WhatsApp needs. */
  whatsapp: string | null;
}

/** @returns null if there is no number */
export function showPhoneNumber(number: string): ShownPhoneNumber | null {
  if (number === '') return null;
  const dialled = number.replace(/(?!^\+)\D/g, '');
  const phone = parsePhoneNumberFromString(number);
  if (!phone) return { text: number, dialled, whatsapp: null };
  return {
    text: phone.formatInternational(),
    dialled: phone.number,
    whatsapp: `https://wa.me/${phone.number.slice(1)}`,
  };
}

/** Parses a number to E.164 (+2348012345678). @returns '' for '' @throws AppError 400 */
export function readPhoneNumber(text: string, countryCode: string): string {
  if (text === '') return '';
  const country = isSupportedCountry(countryCode) ? countryCode : 'NG';
  const problem = validatePhoneNumberLength(text, country);
  // Some texts have a valid length and are no numbers, such as 'tel:08031234567;phone-context=x'.
  const phone = problem ? undefined : parsePhoneNumberFromString(text, country);
  if (!phone) throw fieldError('phone_no', sentences[problem ?? 'NOT_A_NUMBER']);
  return phone.number;
}
