// Runs anywhere, and says it in the time of the device. Apart from dates.ts, so that whoever needs one does not make the formats of the other.

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** '21 Nov 2026, 14:05', in the time zone of the device that it runs on: not for pages that everyone gets alike. */
export function formatMoment(instant: number): string {
  return moment.format(instant);
}
