/** Apart from the other texts about links, because every page loads it. */
export const daysAgo = (days: number): string =>
  days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${String(days)} days ago`;
