// Limits how fast a network reads people. Threat: profiles and apps show contact details, which a program could collect
// page by page. Counted in memory, because hits are counted as well; so each process counts for itself, and a restart
// resets the counts. A page of one person or app is one read; a list of the API is as many reads as it shows people
// with contacts. A network is a /24 of IPv4, and a /56 or a /48 of IPv6. Carriers put many people
// behind one address, so there is no smaller limit for a single address; in a /48 of IPv6 each phone has a /64 of its
// own, so it may read four times as much.
import { type Answer, headerOf } from './answer.ts';
import type { NetworkClient } from './client.ts';

export const readingRate = { reads: 1_200, minutes: 10, largerNetwork: 4 } as const;

export type ReadingRate = ReturnType<typeof createReadingRate>;

interface Window {
  reads: number;
  /** performance.now() when it ends. */
  until: number;
}

const windowMs = readingRate.minutes * 60_000;

/** Networks to remember; beyond it the oldest are forgotten. */
const mostNetworks = 20_000;

export function createReadingRate() {
  /** Networks in the order of their windows. */
  const windows = new Map<string, Window>();

  function windowOf(network: string, now: number): Window {
    const known = windows.get(network);
    if (known && now < known.until) return known;
    windows.delete(network);
    for (const [name, { until }] of windows) {
      if (now < until && windows.size < mostNetworks) break;
      windows.delete(name);
    }
    const begun = { reads: 0, until: now + windowMs };
    windows.set(network, begun);
    return begun;
  }

  function secondsFor({ networks }: NetworkClient, reads: number, now: number): number {
    let wait = 0;
    for (let index = 0; index < networks.length; index += 1) {
      const window = windowOf(networks[index] ?? '', now);
      const most = readingRate.reads * (index === 0 ? 1 : readingRate.largerNetwork);
      if (window.reads + reads > most) wait = Math.max(wait, window.until - now);
    }
    return wait > 0 ? Math.max(1, Math.ceil(wait / 1_000)) : 0;
  }

  return {
    /**
     * Counts the reads, unless they exceed the limit.
     * @returns 0, or the seconds after which the network may read again
     */
    count(client: NetworkClient, reads: number): number {
      const now = performance.now();
      const seconds = secondsFor(client, reads, now);
      if (seconds === 0) for (const network of client.networks) windowOf(network, now).reads += reads;
      return seconds;
    },
    /** As `count` for one read, but counts nothing. */
    wait: (client: NetworkClient): number => secondsFor(client, 1, performance.now()),
  };
}

// Counts the people whose contact details an answer shows. Threat: a list of twenty owners tells as much as twenty
// profiles.

/** Adds each person below `value` (api/shapes.ts) whose contacts are shown, once. */
function collect(value: object, people: Set<unknown>): void {
  const { id, email, phone_no: phone, address } = value as Record<string, unknown>;
  const isShown = [email, phone, address].some((one) => typeof one === 'string' && one !== '');
  if (typeof email === 'string' && isShown) people.add(id);
  for (const part of Object.values(value) as unknown[])
    if (typeof part === 'object' && part !== null) collect(part, people);
}

/** Reads that an answer with contact details counts as: at least one, also where it shows nobody's. */
export function contactReadsOf({ status, headers, body }: Answer): number {
  const isJson = (headerOf(headers, 'content-type') ?? '').startsWith('application/json');
  if (status !== 200 || !isJson) return 1;
  const people = new Set<unknown>();
  collect({ answer: JSON.parse(body.toString()) as unknown }, people);
  return Math.max(1, people.size);
}
