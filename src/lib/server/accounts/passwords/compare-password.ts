import type { UserTable } from '../../platform/db/schema.ts';
import type { AccountsContext, Client } from '../context.ts';
import { passwordMatches } from './passwords.ts';
import { slowDown } from '../slow-down.ts';

/**
 * Compares the password that a logged-in account confirms with. A right one uncounts earlier tries, because several
 * actions in a row may need it.
 * @throws AppError 429 after too many wrong ones
 */
export async function comparePassword(
  context: AccountsContext,
  user: Pick<UserTable, 'id' | 'password_hash'>,
  password: string,
  client: Client,
): Promise<boolean> {
  const guess = await slowDown(context, { kind: 'password', account: user.id, known: null }, client);
  const { hashCost, limiter } = context;
  const turn = limiter.turnOf(client);
  const matches = await guess.during(() => passwordMatches(user.password_hash, password, hashCost, turn));
  if (matches) await guess.right();
  return matches;
}
