import { getCountries } from 'libphonenumber-js/min';
import { brand } from '../../../shared/page/brand.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** The country of a new account: that of the site. Its code is '' if no country has this English name. */
export function homeCountry(): { country: string; country_code: string } {
  const { country } = brand;
  return { country, country_code: getCountries().find((code) => names.of(code) === country) ?? '' };
}
