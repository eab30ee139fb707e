// What an answer of another site, or the lack of one, says of a link.
import { storeHosts, toLink, toStoreLink } from '../../shared/addresses/links.ts';
import type { LinkName } from '../../shared/schemas/apps.ts';
import { OutboundRefusal, type OutboundAnswer, type OutboundReason } from '../platform/outbound/outbound.ts';
import type { Verdict } from './schedule.ts';

type Answer = Pick<OutboundAnswer, 'status' | 'headers' | 'redirects'>;
interface Judged {
  name: LinkName;
  url: string;
  host: string;
}

const permanent = new Set([301, 308]);
/** Statuses that say that the page is not there. All others from 400 on turn away machines, or nobody. */
const missing = new Set([404, 410]);

/** Reasons that speak of the address as it is written, or as a redirect names it: nothing was asked. */
const unlookable = new Set<OutboundReason>([
  'not-an-address',
  'not-https',
  'userinfo',
  'port',
  'numeric',
  'local-name',
]);

const secondMs = 1_000;
const hourMs = 3_600_000;

export const problemOfStatus = (status: number): string => `status-${String(status)}`;

/** Whether the host says that the page is not there. */
export const isMissing = (problem: string): boolean =>
  [...missing].some((status) => problemOfStatus(status) === problem);

/** The address at the end of the redirects that are for good; '' if the link has not moved. */
export function movedTo({ name, url }: Judged, { redirects }: Pick<Answer, 'redirects'>): string {
  const passing = redirects.findIndex(({ status }) => !permanent.has(status));
  const last = redirects.at(passing === -1 ? -1 : passing - 1);
  if (passing === 0 || last === undefined) return '';
  const found =
    name === 'playstore_link'
      ? toStoreLink(last.to, storeHosts.playstore)
      : name === 'appstore_link'
        ? toStoreLink(last.to, storeHosts.appstore)
        : toLink(last.to);
  const plain = (text: string): string => text.replace(/#.*$/, '').replace(/\/$/, '');
  return found === null || plain(found) === plain(url) ? '' : found;
}

export function judgeAnswer(link: Judged, answer: Answer): Verdict {
  const { status, headers } = answer;
  if (status < 400) return { kind: 'good', movedTo: movedTo(link, answer) };
  const problem = problemOfStatus(status);
  // A site that asks to come back later is there, and so is one that asks for a puzzle to be solved.
  const isTurnedAway = headers['retry-after'] !== undefined || headers['cf-mitigated'] !== undefined;
  if (missing.has(status) || (status >= 500 && !isTurnedAway)) return { kind: 'failed', problem };
  return { kind: 'unknown', problem };
}

export function judgeRefusal(
  { host }: Pick<Judged, 'host'>,
  refusal: OutboundRefusal,
  random: number,
): Verdict {
  const { reason } = refusal;
  if (reason === 'busy') {
    const isOwn = refusal.host === host;
    // Threat: many links that redirect to one host. It is asked once in a while, not as soon as its pause is over.
    return { kind: 'later', ms: isOwn ? (10 + 50 * random) * secondMs : (1 + 5 * random) * hourMs };
  }
  if (reason === 'off') return { kind: 'later', ms: 24 * hourMs };
  if (unlookable.has(reason)) return { kind: 'unknown', problem: reason };
  return { kind: 'failed', problem: reason };
}

/** What is wrong, as a sentence for the owner. */
export function problemSentence(problem: string, host: string): string {
  if (problem === '') return '';
  const status = /^status-(\d+)$/.exec(problem)?.[1];
  if (status !== undefined) return `${host} answers with the status ${status}.`;
  if (problem === 'robots') return `${host} asks programs not to look at this page, in its robots.txt.`;
  return new OutboundRefusal(problem as OutboundReason, host).message;
}
