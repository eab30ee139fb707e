import { validatePhoneNumberLength } from 'libphonenumber-js/min';
import { messages } from '../../lib/shared/messages.ts';

/** What is wrong with a number such as +2348012345678, in the server's own words; undefined for a good one and for none. */
export function phoneError(number: string): string | undefined {
  if (number === '') return undefined;
  const { tooLong, tooShort, notANumber } = messages.profile.phone;
  switch (validatePhoneNumberLength(number)) {
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
