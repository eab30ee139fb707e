import { AppError } from '../../platform/errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isContextWord, type PasswordOwner } from './context-words.ts';

const common = 'This password is among the most common ones. Choose another.';
const own = 'This password is easy to guess from your name, your email or this site. Choose another.';

/**
 * @param field the name under which the form has it
 * @throws AppError 400 for a password that would be among the first guesses at this person's account
 */
export function refuseGuessablePassword(field: string, password: string, owner: PasswordOwner): void {
  const refuse = (sentence: string) => new AppError(400, sentence, { [field]: sentence });
  if (isCommonPassword(password)) throw refuse(common);
  if (isContextWord(password, owner)) throw refuse(own);
}
