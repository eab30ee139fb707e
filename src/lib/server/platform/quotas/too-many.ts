import { AppError } from '../errors.ts';

function waitOf(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 90) return `${seconds} seconds`;
  if (seconds < 90 * 60) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}

/** Whole seconds from `now` until `instant`, 1 or more; both in milliseconds since 1970. */
export function secondsUntil(instant: number, now: number): number {
  return Math.max(1, Math.ceil((instant - now) / 1000));
}

/** The refusal of a client that has to wait. @param says its first sentence */
export function tooMany(seconds: number, says = 'Too many requests.'): AppError {
  return new AppError(429, `${says} Wait ${waitOf(seconds)} and try again.`, {}, seconds);
}
