import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
import { messages } from '../../shared/text/messages.ts';

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

type ReadPhoneNumber = { number: string } | { error: string };

/** Parses a number to E.164 (+2348012345678). @returns the number, '' for '', or a sentence about the error */
export function readPhoneNumber(text: string, countryCode: string): ReadPhoneNumber {
  if (text === '') return { number: '' };
  const country = isSupportedCountry(countryCode) ? countryCode : 'NG';
  const problem = validatePhoneNumberLength(text, country);
  if (problem) return { error: sentences[problem] };
  // Some texts have a valid length and are no numbers, such as 'tel:08031234567;phone-context=x'.
  const phone = parsePhoneNumberFromString(text, country);
  return phone ? { number: phone.number } : { error: sentences.NOT_A_NUMBER };
}
