// Instants are milliseconds since 1970 inside the product, and ISO 8601 texts in the API.

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Africa/Lagos' });

/** Lagos is this far ahead of UTC all year. */
const lagosAheadMs = 3_600_000;

const year = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: 'Africa/Lagos' });

export function toIso(instant: number): string {
  return new Date(instant).toISOString();
}

/** @returns '21 Nov 2026', in Lagos time */
export function formatDay(instant: number): string {
  return day.format(instant);
}

/** @returns '2026-11-21T09:30' in Lagos time, for an input of type datetime-local */
export function toLocalInput(instant: number): string {
  return toIso(instant + lagosAheadMs).slice(0, 16);
}

/** @returns '2026', in Lagos time */
export function formatYear(instant: number): string {
  return year.format(instant);
}

/** @returns the end of the instant's year in Lagos time */
export function nextYearBegins(instant: number): number {
  return Date.UTC(Number(formatYear(instant)) + 1, 0, 1) - lagosAheadMs;
}
