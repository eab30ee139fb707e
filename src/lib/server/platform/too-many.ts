import { AppError } from './errors.ts';

/** The refusal of whoever has to wait. */
export function tooMany(seconds: number): AppError {
  const wait =
    seconds === 1 ? '1 second' : seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError(429, `Too many requests. Wait ${wait} and try again.`, {}, seconds);
}
