// Every request that leaves this server for a site that somebody named goes through here. Threat: somebody uses us to
// reach what only this machine can reach, to keep it busy, or to annoy a third party. docs/decisions/034.
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, request } from 'undici';
import type { Base } from '../base.ts';
import type { Config } from '../config/config.ts';
import { takeFrom, within } from '../quotas/rate-limit.ts';
import { version } from '../version.ts';
import { addressesOf, askNames, checkUrl, isPublicAddress, textsOf } from './addresses.ts';
import { OutboundRefusal, type OutboundReason } from './refusals.ts';

export { OutboundRefusal, type OutboundReason };

/** Bytes that are read of an answer at most, after decompression. */
export const outboundBytes = { text: 64 * 1024, page: 512 * 1024, picture: 5 * 1024 * 1024 };

/** One host is asked once in this time, by all nodes together. Milliseconds. */
export const hostPauseMs = 5_000;
const totalMs = 5_000;
const maxRedirects = 3;
/** Requests of one visit, at most. */
const visitRequests = 16;

/** One look at several files, such as a page and its pictures: each of its hosts is claimed once. */
export const beginVisit = () => ({ claimed: new Set<string>(), requests: 0 });

export type OutboundAnswer = Awaited<ReturnType<Outbound['get']>>;

export interface OutboundRequest {
  /** Bytes of the answer at most; 0 if only its head matters. */
  maxBytes: number;
  /** What the answer should be: `text/html`. */
  accept?: string;
  /** How many redirects to follow, at most three. The last redirect is the answer where no more may be followed. */
  redirects?: number;
  /** The look that the request belongs to; a look of its own where left out. */
  visit?: ReturnType<typeof beginVisit> | undefined;
  /** Ends the request early, because nobody waits for it any more. */
  signal?: AbortSignal | undefined;
}

export type Outbound = ReturnType<typeof createOutbound>;

interface Options extends Pick<Base, 'clock' | 'db'> {
  isOn: boolean;
  siteUrl: string;
  /** Whom the operators of other sites may write to; staff may change the address. */
  operator: { readonly contactEmail: string };
  /** Names and certificates of tests, and addresses of this machine that may be connected to. */
  test: Config['outbound']['test'];
}

/** What the codes of errors say; the first that fits counts. */
const reasons: readonly (readonly [RegExp, OutboundReason])[] = [
  [/^UND_ERR_RES_EXCEEDED_MAX_SIZE$/, 'too-large'],
  [/^(?:Z_|ERR_BROTLI|ERR__ERROR)/, 'encoding'],
  [/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_|ERR_SSL/, 'bad-certificate'],
  [
    /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    'no-connection',
  ],
  [/TIMEOUT/, 'slow'],
];

/** Turns any failure into a refusal with a sentence. */
function refusalOf(error: unknown, host: string, signal: AbortSignal): OutboundRefusal {
  if (error instanceof OutboundRefusal) return error;
  const options = { cause: error };
  if (signal.aborted) return new OutboundRefusal('slow', host, options);
  const causes = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const codes = causes.map((one) => (one instanceof Error && 'code' in one ? String(one.code) : ''));
  const reason = reasons.find(([known]) => codes.some((code) => known.test(code)))?.[1] ?? 'broken-answer';
  return new OutboundRefusal(reason, host, options);
}

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

export function createOutbound({ db, clock, isOn, siteUrl, operator, test }: Options) {
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
    const addresses = await askNames(test?.dns, host, signal, addressesOf(host));
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

  /**
   * One request over one connection, pinned to addresses that were checked: undici gets no chance to resolve the name a
   * second time, so an answer of the name server that changes in between has no effect.
   */
  async function ask(
    url: URL,
    addresses: readonly string[],
    { maxBytes, accept = '*/*' }: OutboundRequest,
    signal: AbortSignal,
  ) {
    const host = url.hostname;
    // Threat: a connection to a number ignores the checked addresses, because there is no name to look up.
    if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) throw new OutboundRefusal('numeric', host);
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const lookup: LookupFunction = (_host, options, callback) => {
      if (options.all) callback(null, found);
      else callback(null, found[0]?.address ?? '', found[0]?.family);
    };
    const agent = new Agent({
      allowH2: false,
      connect: { lookup, timeout: totalMs, ...(test && { ca: test.ca }) },
      headersTimeout: totalMs,
      bodyTimeout: totalMs,
      maxHeaderSize: 16_384,
      ...(maxBytes > 0 && { maxResponseSize: maxBytes }),
    });
    const target = new URL(url);
    if (test) target.port = String(test.port);
    try {
      const answer = await request(target, {
        dispatcher: agent,
        headers: {
          'user-agent': `NaijaBuilt/${version} (+${siteUrl}; ${operator.contactEmail})`,
          accept,
          host: url.host,
          'accept-encoding': 'gzip, br',
        },
        signal,
      });
      const headers = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value = '']) => [name, [value].flat().join(', ')]),
      );
      // Closing the connection early makes the body emit an error, which is expected.
      answer.body.on('error', () => undefined);
      const chunks: Buffer[] = [];
      if (maxBytes > 0) {
        const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
        const decode = decoders.get(coding);
        if (!decode && coding !== '' && coding !== 'identity') throw new OutboundRefusal('encoding', host);
        const source = decode ? pipeline(answer.body, decode(), () => undefined) : answer.body;
        let total = 0;
        // Counted here as well, because a few kilobytes of gzip can become gigabytes; undici counts before.
        for await (const chunk of source as AsyncIterable<Buffer>) {
          total += chunk.length;
          if (total > maxBytes) throw new OutboundRefusal('too-large', host);
          chunks.push(chunk);
        }
      }
      return { status: answer.statusCode, headers, body: Buffer.concat(chunks) };
    } catch (error) {
      throw refusalOf(error, host, signal);
    } finally {
      await agent.destroy();
    }
  }

  async function follow(first: URL, asked: OutboundRequest) {
    const { redirects: most = maxRedirects, visit = beginVisit() } = asked;
    const timeout = AbortSignal.timeout(totalMs);
    const signal = asked.signal ? AbortSignal.any([timeout, asked.signal]) : timeout;
    const redirects: { status: number; to: string }[] = [];
    let url = first;
    for (;;) {
      const { hostname } = url;
      visit.requests += 1;
      if (visit.requests > visitRequests) throw new OutboundRefusal('busy', hostname);
      const addresses = await checkedAddresses(hostname, signal);
      // A redirect within a host belongs to the same look at it.
      if (!visit.claimed.has(hostname)) await claimHost(hostname);
      visit.claimed.add(hostname);
      const answer = await ask(url, addresses, asked, signal);
      const { location } = answer.headers;
      const isRedirect = [301, 302, 303, 307, 308].includes(answer.status);
      if (!isRedirect || location === undefined || redirects.length >= most) {
        if (isRedirect && most >= maxRedirects) throw new OutboundRefusal('too-many-redirects', hostname);
        // The address that answered, and the redirects on the way.
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
    get: (url: string, asked: OutboundRequest) =>
      counted(() => follow(checkUrl(url, test !== undefined), asked)),
    /** The TXT records of a name. @throws OutboundRefusal */
    texts: (name: string): Promise<string[]> =>
      counted(() => askNames(test?.dns, name, AbortSignal.timeout(totalMs), textsOf(name))),
    /** How many requests ended how since the start: `ok`, or the reason of a refusal. */
    counts: (): ReadonlyMap<string, number> => counts,
  };
}
