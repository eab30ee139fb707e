// Who may change a profile and see its views. Everyone may read the profile.
import { messages } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/index.ts';
import { AppError } from '../platform/errors.ts';

/** @throws AppError 403 for anyone but the user; a verified address is not needed for one's own profile */
export function requireSelf(caller: Caller, userId: string): void {
  if (caller.userId !== userId) throw new AppError(403, messages.profile.notOwn);
}
