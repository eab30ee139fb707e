import { brand } from '../../shared/page/brand.ts';

/**
 * Naira that a gigabyte costs on average with the four mobile networks of Nigeria, by their published rates after the
 * tariffs that the NCC approved in January 2025: docs/operations.md, 'Settings at the desk'.
 */
const nairaPerGbInNigeria = 475;

/** The price where staff have set none; 0 for a directory of another country, whose prices are not known here. */
export function defaultDataPrice(): number {
  return brand.country === 'Nigeria' ? nairaPerGbInNigeria : 0;
}
