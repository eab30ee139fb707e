// Runs anywhere. Instants are milliseconds since 1970 inside the product and ISO 8601 texts on the wire.

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Africa/Lagos' });

/** Of UTC, all year. */
const lagosAheadMs = 3_600_000;

const year = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: 'Africa/Lagos' });

export function toIso(instant: number): string {
  return new Date(instant).toISOString();
}

/** '21 Nov 2026', in the directory's own time zone. */
export function formatDay(instant: number): string {
  return day.format(instant);
}

/** '2026-11-21T09:30', as an input for local times has it, in the directory's own time zone. */
export function toLocalInput(instant: number): string {
  return toIso(instant + lagosAheadMs).slice(0, 16);
}

/** '2026', in the directory's own time zone. */
export function formatYear(instant: number): string {
  return year.format(instant);
}

/** When the year of this instant ends, in the directory's own time zone. */
export function nextYearBegins(instant: number): number {
  return Date.UTC(Number(formatYear(instant)) + 1, 0, 1) - lagosAheadMs;
}
