import { randomFillSync } from 'node:crypto';

const pool = Buffer.allocUnsafe(10 * 4096);
let used = pool.length;

/** A UUIDv7 of `instant` (milliseconds since 1970). */
export function idAt(instant: number): string {
  if (used + 10 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const time = instant.toString(16).padStart(12, '0');
  const noise = pool.toString('hex', used, used + 10);
  used += 10;
  const variant = (8 + (Number.parseInt(noise.charAt(3), 16) & 3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${noise.slice(0, 3)}-${variant}${noise.slice(4, 7)}-${noise.slice(7, 19)}`;
}
