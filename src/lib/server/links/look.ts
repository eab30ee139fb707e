// One look at one link: asks its host, and says what that means. Nothing of the listing is changed here.
import { dayMs } from '../../shared/text/dates/days.ts';
import { isAllowedByRobots } from '../platform/outbound/robots.ts';
import { OutboundRefusal } from '../platform/outbound/outbound.ts';
import { isVisibleApp } from '../apps/visibility.ts';
import type { LinkTable } from '../platform/db/schema.ts';
import type { LinksContext } from './context.ts';
import { judgeAnswer, judgeRefusal } from './judge.ts';
import { robotsOf } from './robots-of-host.ts';
import type { Verdict } from './schedule.ts';

/** @throws an error that has nothing to do with the other site */
export async function look(context: LinksContext, link: LinkTable): Promise<Verdict> {
  const { db, outbound, random } = context;
  // A listing that nobody sees: held, removed, or of an account that is closed.
  if (!(await isVisibleApp(db.read, link.app_id))) return { kind: 'later', ms: 7 * dayMs };
  try {
    const { protocol, pathname, search } = new URL(link.url);
    if (protocol === 'https:') {
      const robots = await robotsOf(context, link);
      if (robots === 'asked') return { kind: 'later', ms: 0 };
      if (!isAllowedByRobots(robots.text, pathname + search)) return { kind: 'unknown', problem: 'robots' };
    }
    const answer = await outbound.get(link.url, { maxBytes: 0, accept: 'text/html, */*' });
    return judgeAnswer(link, answer);
  } catch (error) {
    if (error instanceof OutboundRefusal) return judgeRefusal(link, error, random());
    throw error;
  }
}
