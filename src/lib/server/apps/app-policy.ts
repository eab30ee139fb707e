// Who may change an app with its releases and screenshots. Everyone may read.
import { messages } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/index.ts';
import { AppError } from '../platform/errors.ts';

/** @throws AppError 403 with a sentence that says how to verify the account */
export function requireVerified(caller: Caller): void {
  if (!caller.isVerified) throw new AppError(403, messages.policy.unverified);
}

/** @throws AppError 403 for anyone but the verified owner */
export function requireOwner(caller: Caller, ownerId: string): void {
  requireVerified(caller);
  if (caller.userId !== ownerId) throw new AppError(403, messages.policy.notOwner);
}
