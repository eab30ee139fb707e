// Letters to developers who are open to work: mailed on without showing either address. docs/decisions/036-letters.md.
import { sql, type ExpressionBuilder } from 'kysely';
import { conversationDays, letterCodeMinutes } from '../../shared/schemas/letters.ts';
import { dayMs } from '../../shared/text/days.ts';
import type { Context } from '../context.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { removeUntil } from '../platform/db/statements.ts';
import type { Schema } from '../platform/db/schema.ts';
import { answerLetter, confirmLetter, senderKeyOf, sendLetter, viewConversation } from './letters.ts';

export const letters = {
  actions: {
    ...{ sendLetter, confirmLetter, viewConversation, answerLetter },
    /** Removes letters whose code was not entered in time, and conversations that have rested long. */
    async sweep({ clock, db }: Context): Promise<void> {
      const rested = { table: 'conversations', key: 'id', column: 'last_at' } as const;
      const isWaiting = sql`state = 'pending-code'`;
      await removeUntil(db, rested, clock() - letterCodeMinutes * 60_000, isWaiting);
      await removeUntil(db, rested, clock() - conversationDays * dayMs, sql`not ${isWaiting}`);
    },
  },
};

/** The conversations that an account began; with those of its mailbox without it. @param email '' where it is unproven */
export const begunBy =
  (secret: Uint8Array, { id, email }: { id: string; email: string }) =>
  ({ and, eb, or }: ExpressionBuilder<Schema, 'conversations'>) => {
    if (email === '') return eb('sender_id', '=', id);
    // An erased row has no address.
    const ofGuest = and([eb('sender_id', 'is', null), eb('email', '!=', '')]);
    return or([eb('sender_id', '=', id), and([eb('sender_key', '=', senderKeyOf(secret, email)), ofGuest])]);
  };

/**
 * Ends the conversations that an account began, and erases the person in them. The rows stay, because they say which
 * developers have sent the mailbox away, and how many conversations it has begun today. Letters that wait for their
 * code are removed.
 */
export async function endLetters(
  { secret }: Context,
  trx: WriteDb,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const isBegun = begunBy(secret, { id, email });
  await trx.deleteFrom('conversations').where(isBegun).where('state', '=', 'pending-code').execute();
  const begun = trx.updateTable('conversations').where(isBegun);
  await begun.set({ state: 'closed' }).where('state', '=', 'open').execute();
  await begun.set({ sender_id: null, name: '', email: '' }).execute();
}
