import type { UserTable } from '../../platform/db/schema.ts';
import type { AccountsContext, Client } from '../context.ts';
import { passwordMatches } from './passwords.ts';
import { slowDown } from '../slow-down.ts';

/**
 * Compares what somebody who is logged in gives as their password. Whoever knows it is not guessing, and may have a lot
 * to do: many logins to end, and then a new password to set.
 * @throws AppError 429 for whoever guesses
 */
export async function comparePassword(
  context: AccountsContext,
  user: Pick<UserTable, 'id' | 'password_hash'>,
  password: string,
  client: Client,
): Promise<boolean> {
  const guess = await slowDown(context, { kind: 'password', account: user.id, known: null }, client);
  const matches = await passwordMatches(
    user.password_hash,
    password,
    context.hashCost,
    context.limiter.turnOf(client),
  ).catch(async (error: unknown) => {
    await guess.takeBack();
    throw error;
  });
  if (matches) await guess.right();
  return matches;
}
