// The country of a new account, until its owner gives a telephone number of another one.
import { getCountries } from 'libphonenumber-js/min';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** @param country its English name. @returns the code '' for a country that telephone numbers do not know */
export function homeCountry(country: string): { country: string; country_code: string } {
  const code = getCountries().find((one) => names.of(one)?.toLowerCase() === country.toLowerCase());
  return { country, country_code: code ?? '' };
}
