import { messages } from '../../shared/text/messages.ts';
import { countLinks, withoutLinks } from '../../shared/text/visible-text.ts';
import { AppError } from '../platform/errors.ts';
import { passesForSite } from '../rules/index.ts';

/** Links in a letter. Threat: letters that only carry links. */
const mostLinks = 1;

/** @throws AppError 400 */
export function refuseManyLinks(text: string): void {
  if (countLinks(text) <= mostLinks) return;
  throw new AppError(400, messages.letters.manyLinks, { message: messages.letters.manyLinks });
}

/** Threat: a stranger who writes as this site, in a mail that it sends. @throws AppError 400 */
export function refuseNameOfSite(name: string): void {
  if (!passesForSite(name)) return;
  throw new AppError(400, messages.letters.nameOfSite, { name: messages.letters.nameOfSite });
}

/** The letter as it is mailed: a writer without an account may send no link at all. */
export const linksAllowed = (text: string, hasAccount: boolean): string =>
  hasAccount
    ? text
    : text
        .split(/\n\s*\n/u)
        .map(withoutLinks)
        .join('\n\n');
