// Instants of the API in inputs of type datetime-local, in the time zone of the device.

/** @returns an instant of the API; null for an empty input */
export function instantOf(local: string): string | null {
  if (local === '') return null;
  const instant = Date.parse(local);
  return Number.isNaN(instant) ? local : new Date(instant).toISOString();
}

/** @returns '2026-11-21T14:05' */
export function localOf(iso: string | null): string {
  if (iso === null) return '';
  const instant = new Date(iso);
  return new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
