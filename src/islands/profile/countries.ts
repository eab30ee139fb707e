// The countries that a phone number can belong to, by their English names.
import { getCountries, isSupportedCountry, type CountryCode } from 'libphonenumber-js/min';

const names = new Intl.DisplayNames('en', { type: 'region' });

export function countryName(code: CountryCode): string {
  return names.of(code) ?? code;
}

export const countries = getCountries()
  .map((code) => ({ code, name: countryName(code) }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));

export { isSupportedCountry, type CountryCode };
