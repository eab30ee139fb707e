// What the parts of the server are given: the product, and what serve.ts makes for its pages and its API.
import type { Product } from '../../../compose.ts';
import type { BrandIconSet } from '../platform/brand/icons.ts';
import type { Logger } from '../platform/log.ts';
import type { KeptReads } from '../platform/reads/kept-reads.ts';
import type { Reads } from '../platform/reads/reads.ts';
import type { EdgeCache, FactsOf } from './cache.ts';
import type { Metrics } from './metrics.ts';
import type { Queue } from './queue.ts';
import type { ReadingRate } from './reading-rate.ts';

/** `c.env` of the API's routes. */
export interface ApiBindings {
  /** The client's address; behind a trusted proxy, the one that the proxy saw. */
  clientAddress: string;
  /** The request id of the log, for 5xx answers. */
  requestId: string;
  /** Records the reads of the answer; left out if the answer is for one client only. */
  reads?: Reads;
}

export interface Site extends Product {
  log: Logger;
  cache: EdgeCache;
  queue: Queue;
  /** Limits how many people and apps a network reads; null if limits are off. */
  readingRate: ReadingRate | null;
  /** Pictures that are known to be public. */
  knownPictures: KeptReads;
  /** The module that `astro build` makes of entry.ts. */
  pages: Pick<typeof import('../../../entry.ts'), 'render' | 'inlineScripts'>;
  /** Answers everything under /api/v1. */
  api(request: Request, bindings: ApiBindings): Response | Promise<Response>;
  factsOf: FactsOf;
  /** Whether the API has no time for this write, so that it is refused before its body is read. */
  refusesWrite(path: string): boolean;
  /** The routes of pages and of the API, in the notation of each. */
  routes: readonly string[];
  /** Made of the operator's logo. */
  icons: BrandIconSet | null;
  metrics: Pick<Metrics, 'observe' | 'refuseConnection'> | null;
}
