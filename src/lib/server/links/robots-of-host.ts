// The robots.txt of a host, which is read once a week and kept.
import { dayMs } from '../../shared/text/days.ts';
import { OutboundRefusal, outboundBytes } from '../platform/outbound/outbound.ts';
import { retention } from '../platform/retention.ts';
import type { LinkTable } from '../platform/db/schema.ts';
import type { LinksContext } from './context.ts';
import { findRobots } from './link-queries.ts';
import { storeRobots } from './link-writes.ts';

const keptMs = 7 * dayMs;
/**
 * While a link fails its page is asked at once where a text is known: a host that answers now and then would
 * have to answer twice in a row, and be called dead. The text is swept after this time.
 */
const keptWhileFailingMs = retention.robots;

const allowsNothing = 'User-agent: *\nDisallow: /';

/** Reasons for which the host cannot be asked for a page either. */
const isUnreachable = new Set([
  'busy',
  'off',
  'unknown-name',
  'names-unavailable',
  'private-address',
  'no-connection',
  'bad-certificate',
  'slow',
]);

/**
 * @returns the text, or that the host was asked for it just now, so that the page is the next request
 * @throws OutboundRefusal where the host cannot be reached
 */
export async function robotsOf(
  { clock, db, outbound }: Pick<LinksContext, 'clock' | 'db' | 'outbound'>,
  { failures, host }: Pick<LinkTable, 'failures' | 'host'>,
): Promise<{ text: string } | 'asked'> {
  const kept = await findRobots(db.read, host, clock() - (failures > 0 ? keptWhileFailingMs : keptMs));
  if (kept !== null) return { text: kept };
  const text = await ask(outbound, host);
  await db.write((trx) => storeRobots(trx, host, text, clock()));
  return 'asked';
}

/** A host without the file allows everything (RFC 9309, 2.3.1.3), and one that fails is judged by its page. */
async function ask(outbound: LinksContext['outbound'], host: string): Promise<string> {
  try {
    const answer = await outbound.get(`https://${host}/robots.txt`, {
      maxBytes: outboundBytes.text,
      accept: 'text/plain',
    });
    return answer.status === 200 ? answer.body.toString().replaceAll('\0', '') : '';
  } catch (error) {
    if (!(error instanceof OutboundRefusal) || isUnreachable.has(error.reason)) throw error;
    return error.reason === 'too-large' ? allowsNothing : '';
  }
}
