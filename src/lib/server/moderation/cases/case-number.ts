import { randomInt } from 'node:crypto';
import { numberLetters } from '../../../shared/schemas/cases.ts';
import { toLocalInput } from '../../../shared/text/dates.ts';

/**
 * A number such as '20261121-K7Q2': the day in Lagos and four random letters, so that it neither tells how many cases
 * there are nor names the next one.
 */
export function newNumber(now: number): string {
  const day = toLocalInput(now).slice(0, 10).replaceAll('-', '');
  const letters = Array.from({ length: 4 }, () => numberLetters[randomInt(numberLetters.length)]);
  return `${day}-${letters.join('')}`;
}

/** Draws numbers until one is free. @param insert returns undefined for a number that is taken */
export async function withFreeNumber<Row>(
  now: number,
  insert: (number: string) => Promise<Row | undefined>,
): Promise<Row> {
  for (let tries = 0; tries < 20; tries += 1) {
    const row = await insert(newNumber(now));
    if (row !== undefined) return row;
  }
  throw new Error('No free number was found in 20 tries.');
}
