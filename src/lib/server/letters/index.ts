// Letters to developers who are open to work: mailed on without showing either address. docs/decisions/036-letters.md.
import { conversationDays, letterCodeMinutes } from '../../shared/schemas/letters.ts';
import { dayMs } from '../../shared/text/days.ts';
import { removeInBatches } from '../platform/db/remove-in-batches.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { answerLetter, viewConversation } from './answer-letter.ts';
import type { LettersContext } from './context.ts';
import { removeOver } from './letter-writes.ts';
import { confirmLetter, sendLetter } from './send-letter.ts';

export { createOwnLetters } from './own-letters.ts';
export type Letters = ReturnType<typeof createLetters>;

export function createLetters(context: LettersContext) {
  return {
    ...bindContext(context, { sendLetter, confirmLetter, viewConversation, answerLetter }),
    /** Removes letters whose code was not entered in time, and conversations that have rested long. */
    async sweep(): Promise<void> {
      const { clock, db } = context;
      const now = clock();
      const pendingBefore = now - letterCodeMinutes * 60_000;
      const restedBefore = now - conversationDays * dayMs;
      await removeInBatches(db, (trx, limit) => removeOver(trx, { pendingBefore, restedBefore, limit }));
    },
  };
}
