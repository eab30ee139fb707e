import { AppError } from '../platform/errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isContextWord, type PasswordOwner } from './context-words.ts';

const sentence = 'This password is among the most common ones. Choose another.';

/**
 * @param field the name under which the form has it
 * @throws AppError 400 for a password that would be among the first guesses at this person's account
 */
export function refuseGuessablePassword(field: string, password: string, owner: PasswordOwner): void {
  if (isCommonPassword(password) || isContextWord(password, owner))
    throw new AppError(400, sentence, { [field]: sentence });
}
