import { browseUrl, noChoice } from '../../../shared/schemas/filters.ts';
import { shelfSizes } from '../../../shared/schemas/shelves.ts';
import { limits } from '../../../shared/schemas/limits.ts';
import { urls } from '../../../shared/addresses/urls.ts';
import { dayNumber, nextDayBegins } from '../../../shared/text/days.ts';
import { messages } from '../../../shared/text/messages.ts';
import type { ListedCard } from '../../apps/index.ts';
import type { ShelfSource } from './source.ts';

/** The checks of proofs look at an app every 30 days, and those of links every week. */
const isAlive = ({ lifecycle, isProved, hasDeadLink }: ListedCard): boolean =>
  lifecycle === 'active' && isProved && !hasDeadLink;

/** Apps whose owners have proved that they are theirs: others of them each day (in Lagos), in turn. */
export const provedApps: ShelfSource = async ({ reader, reads, now, unshown }) => {
  reader.reads.keepFor(nextDayBegins(now) - now);
  const { items } = await reads.browseCards(reader, { proved: 'yes', limit: limits.pageSize, count: 0 });
  const alive = items.filter(isAlive);
  const first = (dayNumber(now) * shelfSizes.most) % Math.max(alive.length, 1);
  return {
    title: messages.shelves.proved,
    apps: unshown([...alive.slice(first), ...alive.slice(0, first)]),
    list: browseUrl({ ...noChoice, proved: 'yes' }),
    feed: urls.provedFeed(),
  };
};
