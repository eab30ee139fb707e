// Turns days into '2 days ago'. The server sends the day, so that a kept page is true for as long as it is kept.
import { dayNumber } from '../../shared/text/days.ts';

const daysAgo = (days: number): string =>
  days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${String(days)} days ago`;

export function showDaysAgo(now: number = Date.now()): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-days-ago]')) {
    const days = dayNumber(now) - dayNumber(Date.parse(time.dateTime));
    // The day says more than a number that nobody counts.
    if (days >= 0 && days < 31) time.textContent = daysAgo(days);
  }
}
