// Sentences that people read. Those of the product specification are kept to the letter.
import { accountMessages } from './account-messages.ts';
import { appMessages } from './app-messages.ts';
import { factorMessages } from './factor-messages.ts';
import { followMessages } from './follow-messages.ts';
import { siteMessages } from './site-messages.ts';
import { workMessages } from './work-messages.ts';

export const messages = {
  ...siteMessages,
  ...accountMessages,
  ...factorMessages,
  ...appMessages,
  ...workMessages,
  ...followMessages,
} as const;

/**
 * Tells that the operator has removed a listing.
 * @param reason as the operator wrote it
 * @param address of the page of the decision, if there is one
 */
export function sentenceOfRemoval(reason: string, contactEmail: string, address: string | null): string {
  const more = address === null ? '' : ` The decision is at ${address}.`;
  return `${messages.app.removed} Reason: ${reason}${more} ${messages.app.appeal} ${contactEmail}.`;
}
