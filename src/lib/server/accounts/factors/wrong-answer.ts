import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../../platform/errors.ts';
import type { FactorAnswer } from './check-factor.ts';

/** The same for every cause: a wrong, a used, and another account's answer. */
export function wrongAnswer(answer: FactorAnswer): AppError {
  const { wrongCode, wrongPasskey, wrongRecoveryCode } = messages.factors;
  if (answer.passkey !== undefined) return new AppError(400, wrongPasskey, { passkey: wrongPasskey });
  if (answer.recovery_code !== undefined)
    return new AppError(400, wrongRecoveryCode, { recovery_code: wrongRecoveryCode });
  return new AppError(400, wrongCode, { code: wrongCode });
}
