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
