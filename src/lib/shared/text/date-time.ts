// Times of the device. These are not in dates.ts, so that a page that needs one kind does not create the formatters of
// the other.

const formatter = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/**
 * @param time an instant, or its ISO text
 * @returns '21 Nov 2026, 14:05' in the device's time zone, so it is not for pages whose bytes are the same for
 * everybody
 */
export function formatDateTime(time: number | string): string {
  return formatter.format(new Date(time));
}
