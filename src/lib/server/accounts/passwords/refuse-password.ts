import { AppError } from '../../platform/errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isContextWord, type PasswordOwner } from './context-words.ts';

const common = 'This password is among the most common ones. Choose another.';
const own = 'This password is easy to guess from your name, your email or this site. Choose another.';

/**
 * @param field of the form, for the refusal
 * @throws AppError 400 for a common password, or one of words about the owner or the site
 */
export function refuseGuessablePassword(field: string, password: string, owner: PasswordOwner): void {
  const refuse = (sentence: string) => new AppError(400, sentence, { [field]: sentence });
  if (isCommonPassword(password)) throw refuse(common);
  if (isContextWord(password, owner)) throw refuse(own);
}
