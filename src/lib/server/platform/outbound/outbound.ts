// Every request that leaves this server for a site that somebody named goes through here. Threat: somebody uses us to
// reach what only this machine can reach, to keep it busy, or to annoy a third party. docs/decisions/034.
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { takeFrom, within } from '../quotas/rate-limit.ts';
import { checkUrl, isPublicAddress, Names } from './addresses.ts';
import { OutboundRefusal, type OutboundReason } from './refusals.ts';
import { version } from '../version.ts';
import { requestOnce } from './request-once.ts';

export { OutboundRefusal, type OutboundReason };

/** Bytes that are read of an answer at most, after decompression. */
export const outboundBytes = { text: 64 * 1024, page: 512 * 1024, picture: 5 * 1024 * 1024 };

/** One host is asked once in this time, by all nodes together. Milliseconds. */
export const hostPauseMs = 5_000;
const totalMs = 5_000;
const maxRedirects = 3;
/** Requests of one visit, at most. */
const visitRequests = 16;

/** One look of a person at several files, such as a page and its pictures: each of its hosts is claimed once. */
export interface Visit {
  claimed: Set<string>;
  requests: number;
}

export const beginVisit = (): Visit => ({ claimed: new Set(), requests: 0 });

/** Settings of tests: names and certificates of their own, and addresses of this machine. */
export interface OutboundTest {
  /** `address:port` of the name server. */
  dns: string;
  /** The authority that signs the certificates, as PEM. */
  ca: string;
  /** In place of 443. */
  port: number;
  /** Addresses of this machine that may be connected to. */
  addresses: readonly string[];
}

export interface OutboundAnswer {
  /** The address that answered, after redirects. */
  url: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The redirects on the way, in order. */
  redirects: readonly { status: number; to: string }[];
}

export interface OutboundRequest {
  /** Bytes of the answer at most; 0 if only its head matters. */
  maxBytes: number;
  /** What the answer should be: `text/html`. */
  accept?: string;
  /** How many redirects to follow, at most three. The last redirect is the answer where no more may be followed. */
  redirects?: number;
  /** The look that the request belongs to; a look of its own where left out. */
  visit?: Visit | undefined;
  /** Ends the request early, because nobody waits for it any more. */
  signal?: AbortSignal | undefined;
}

export type Outbound = ReturnType<typeof createOutbound>;

interface Options {
  db: Pick<Database, 'write'>;
  clock: Clock;
  isOn: boolean;
  siteUrl: string;
  /** Whom the operators of other sites may write to; staff may change the address. */
  operator: { readonly contactEmail: string };
  test?: OutboundTest | undefined;
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

export function createOutbound({ db, clock, isOn, siteUrl, operator, test }: Options) {
  const names = new Names(test?.dns);
  const counts = new Map<string, number>();
  const count = (outcome: 'ok' | OutboundReason): void =>
    void counts.set(outcome, (counts.get(outcome) ?? 0) + 1);

  async function counted<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      if (!isOn) throw new OutboundRefusal('off');
      const result = await work();
      count('ok');
      return result;
    } catch (error) {
      if (error instanceof OutboundRefusal) count(error.reason);
      throw error;
    }
  }

  /** The addresses of a host, of which each must be public: one private address among them is a trap. */
  async function checkedAddresses(host: string, signal: AbortSignal): Promise<string[]> {
    const addresses = await names.addresses(host, signal);
    const isAllowed = (address: string): boolean =>
      isPublicAddress(address) || (test?.addresses.includes(address) ?? false);
    if (!addresses.every(isAllowed)) throw new OutboundRefusal('private-address', host);
    return addresses;
  }

  async function claimHost(host: string): Promise<void> {
    const rule = within('outbound', 1, hostPauseMs / 1000);
    await db.write(async (trx) => {
      const wait = await takeFrom(trx, { rule, key: `outbound:${host}`, cost: 1 }, clock());
      // Rolled back, so that a refused request makes nobody wait longer.
      if (wait !== null) throw new OutboundRefusal('busy', host);
    });
  }

  async function follow(
    first: URL,
    {
      maxBytes,
      accept = '*/*',
      redirects: most = maxRedirects,
      visit = beginVisit(),
      ...own
    }: OutboundRequest,
  ) {
    const timeout = AbortSignal.timeout(totalMs);
    const signal = own.signal ? AbortSignal.any([timeout, own.signal]) : timeout;
    const redirects: { status: number; to: string }[] = [];
    const { claimed } = visit;
    let url = first;
    for (;;) {
      const { hostname } = url;
      visit.requests += 1;
      if (visit.requests > visitRequests) throw new OutboundRefusal('busy', hostname);
      const addresses = await checkedAddresses(hostname, signal);
      // A redirect within a host belongs to the same look at it.
      if (!claimed.has(hostname)) await claimHost(hostname);
      claimed.add(hostname);
      const answer = await requestOnce(url, {
        addresses,
        headers: { 'user-agent': `NaijaBuilt/${version} (+${siteUrl}; ${operator.contactEmail})`, accept },
        maxBytes,
        signal,
        port: test?.port,
        ca: test?.ca,
      });
      const location = answer.headers['location'];
      if (
        !isRedirect(answer.status) ||
        location === undefined ||
        redirects.length >= Math.min(most, maxRedirects)
      ) {
        if (isRedirect(answer.status) && most >= maxRedirects)
          throw new OutboundRefusal('too-many-redirects', hostname);
        return { ...answer, url: url.href, redirects };
      }
      const to = URL.parse(location, url.href);
      if (to === null) throw new OutboundRefusal('bad-redirect', hostname);
      redirects.push({ status: answer.status, to: to.href });
      url = checkUrl(to.href, test !== undefined);
    }
  }

  return {
    isOn,
    /** @throws OutboundRefusal */
    get: (url: string, asked: OutboundRequest): Promise<OutboundAnswer> =>
      counted(() => follow(checkUrl(url, test !== undefined), asked)),
    /** The TXT records of a name. @throws OutboundRefusal */
    texts: (name: string): Promise<string[]> =>
      counted(() => names.texts(name, AbortSignal.timeout(totalMs))),
    /** How many requests ended how since the start: `ok`, or the reason of a refusal. */
    counts: (): ReadonlyMap<string, number> => counts,
  };
}
