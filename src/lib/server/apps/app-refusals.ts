import { messages } from '../../shared/text/messages.ts';
import { AppError } from '../platform/errors.ts';

export function nameTaken(): AppError {
  return new AppError(400, messages.app.nameTaken, { name: messages.app.nameTaken });
}

export function tooManyScreenshots(): AppError {
  const sentence = messages.appForms.tooManyScreenshots;
  return new AppError(400, sentence, { screenshots: sentence });
}
