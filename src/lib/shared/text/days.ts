// Days in Lagos, by number. They have a module of their own, because every page of the site loads it.

/** Lagos is this far ahead of UTC all year. */
export const lagosAheadMs = 3_600_000;

export const dayMs = 86_400_000;

/** @returns the number of the day in Lagos, which grows by one each midnight */
export function dayNumber(instant: number): number {
  return Math.floor((instant + lagosAheadMs) / dayMs);
}

/** @returns the beginning of the instant's day in Lagos */
export function dayBegins(instant: number): number {
  return dayNumber(instant) * dayMs - lagosAheadMs;
}

/** @returns the end of the instant's day in Lagos */
export function nextDayBegins(instant: number): number {
  return dayBegins(instant) + dayMs;
}
