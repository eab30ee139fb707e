// Instants are milliseconds since 1970 inside the product, and ISO 8601 texts in the API.
import { lagosAheadMs } from './days.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Africa/Lagos' });

export function toIso(instant: number): string {
  return new Date(instant).toISOString();
}

export function isoOrNull(instant: number | null): string | null {
  return instant === null ? null : toIso(instant);
}

/** @param time an instant, or its ISO text @returns '21 Nov 2026', in Lagos time */
export function formatDay(time: number | string): string {
  return day.format(new Date(time));
}

/** @returns '21 Nov 2026, 09:30', in Lagos time */
export function formatMinute(instant: number): string {
  return `${formatDay(instant)}, ${toLocalInput(instant).slice(11)}`;
}

/** @returns '2026-11-21T09:30' in Lagos time, for an input of type datetime-local */
export function toLocalInput(instant: number): string {
  return toIso(instant + lagosAheadMs).slice(0, 16);
}

/** @returns '2026', in Lagos time */
export function formatYear(instant: number): string {
  return toLocalInput(instant).slice(0, 4);
}

/** @returns the end of the instant's year in Lagos time */
export function nextYearBegins(instant: number): number {
  return Date.UTC(Number(formatYear(instant)) + 1, 0, 1) - lagosAheadMs;
}
