// Letters to developers who are open to work: mailed on without showing either address. docs/decisions/036-letters.md.
import { conversationDays, letterCodeMinutes } from '../../shared/schemas/work/letters.ts';
import { dayMs } from '../../shared/text/dates/days.ts';
import type { Context } from '../context.ts';
import { removeInBatches } from '../platform/db/remove-in-batches.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { answerLetter, viewConversation } from './answer-letter.ts';
import { confirmLetter, sendLetter } from './send-letter.ts';

export { createOwnLetters } from './own-letters.ts';
export type Letters = ReturnType<typeof createLetters>;

export function createLetters(context: Context) {
  return {
    ...bindContext(context, { sendLetter, confirmLetter, viewConversation, answerLetter }),
    /** Removes letters whose code was not entered in time, and conversations that have rested long. */
    async sweep(): Promise<void> {
      const { clock, db } = context;
      const now = clock();
      await removeInBatches(db, (trx, limit) => {
        const over = trx
          .selectFrom('conversations')
          .select('id')
          .where(({ and, eb, or }) =>
            or([
              and([eb('state', '=', 'pending-code'), eb('last_at', '<=', now - letterCodeMinutes * 60_000)]),
              and([eb('state', '!=', 'pending-code'), eb('last_at', '<=', now - conversationDays * dayMs)]),
            ]),
          )
          .limit(limit);
        return trx.deleteFrom('conversations').where('id', 'in', over).executeTakeFirstOrThrow();
      });
    },
  };
}
