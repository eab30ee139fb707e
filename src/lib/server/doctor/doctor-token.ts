// Lets the doctor ask a server for whom it takes it. Made with the secret of the site, so that nobody else can.
import { createHmac, timingSafeEqual } from 'node:crypto';

const stepMs = 60_000;

const digest = (secret: Uint8Array, step: number): string =>
  createHmac('sha256', secret)
    .update(`doctor:${String(step)}`)
    .digest('base64url');

export const doctorToken = (secret: Uint8Array, now: number): string =>
  digest(secret, Math.floor(now / stepMs));

/** Whether the token was made in this minute or the one before, or in the next by a clock that is ahead. */
export function isDoctorToken(secret: Uint8Array, token: string, now: number): boolean {
  const given = Buffer.from(token);
  return [-1, 0, 1].some((offset) => {
    const wanted = Buffer.from(digest(secret, Math.floor(now / stepMs) + offset));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}
