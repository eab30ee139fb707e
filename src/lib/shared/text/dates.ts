// Runs anywhere. Instants are milliseconds since 1970 inside the product and ISO 8601 texts on the wire.

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Africa/Lagos' });

const year = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: 'Africa/Lagos' });

export function toIso(instant: number): string {
  return new Date(instant).toISOString();
}

/** '21 Nov 2026', in the directory's own time zone. */
export function formatDay(instant: number): string {
  return day.format(instant);
}

/** '2026-11-21T09:30', as an input for local times has it, in the directory's own time zone: an hour more than UTC all year. */
export function toLocalInput(instant: number): string {
  return toIso(instant + 3_600_000).slice(0, 16);
}

/** '2026', in the directory's own time zone. */
export function formatYear(instant: number): string {
  return year.format(instant);
}
