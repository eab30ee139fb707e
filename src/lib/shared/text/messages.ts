// Sentences that people read. Those of the product specification are kept to the letter.
import { accountMessages } from './account-messages.ts';
import { appMessages } from './app-messages.ts';
import { siteMessages } from './site-messages.ts';

export const messages = { ...siteMessages, ...accountMessages, ...appMessages } as const;

/** Tells that the operator has removed a listing. @param reason as the operator wrote it */
export function sentenceOfRemoval(reason: string, contactEmail: string): string {
  return `${messages.app.removed} Reason: ${reason} ${messages.app.appeal} ${contactEmail}.`;
}
