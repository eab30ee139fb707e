// What the parts of the server are given by the composition root.
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import type { Reads } from '../platform/reads/reads.ts';
import type { Client } from '../platform/security/client.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { Answer } from './answer.ts';
import type { EdgeCache, FactsOf } from './cache.ts';
import type { CountView } from './page-views.ts';
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

/** A Hono app's `fetch`. */
export type ApiHandler = (request: Request, bindings: ApiBindings) => Response | Promise<Response>;

/** A form that was sent without JavaScript, and who sent it, for limits. */
export interface PageForm {
  fields: URLSearchParams;
  client: Client;
}

export interface PageRequest {
  /** Path and query, as the cache keys them. */
  target: string;
  /** The id under which faults are logged. */
  id: string;
  /** The form that was sent to the page; left out for a GET. */
  form?: PageForm;
}

/** @param reads records what the page is made of */
export type PageRenderer = (request: PageRequest, reads: Reads) => Promise<Answer>;

export interface ExportFiles {
  /** @returns the file, packed by gzip, with its time in milliseconds since 1970; null where there is no such export */
  find(name: string): Promise<{ packed: Buffer; madeAt: number } | null>;
  /** Counts a download. @throws AppError 429 */
  spend(address: string): Promise<void>;
}

export interface Site {
  siteUrl: string;
  log: Logger;
  clock: Clock;
  cache: EdgeCache;
  queue: Queue;
  storage: Pick<Storage, 'read' | 'publicUrl'>;
  pictures: {
    /** Whether something public shows the picture. */
    isPublic(id: string): Promise<boolean>;
    /** Whether the holder of this access token may see a picture that is not public. */
    isForCaller(id: string, token: string): Promise<boolean>;
  };
  exports: ExportFiles;
  pages: PageRenderer;
  /** Answers everything under /api/v1. */
  api: ApiHandler;
  factsOf: FactsOf;
  countView: CountView;
  /** Limits how many people and apps a network reads; null if limits are off. */
  readingRate: ReadingRate | null;
  /** Whether the API has signed this access token, and it has not expired. Asked before an answer is rendered. */
  isAccessToken: (token: string) => Promise<boolean>;
  /** Whether the API has no time for this write, so that it is refused before its body is read. */
  refusesWrite: (path: string) => boolean;
  /** Staff may change the contact address at any time, so read it when an answer is made. */
  operator: { readonly contactEmail: string };
  /** Number of calls that failed because the database did not answer. */
  outages: () => number;
  /** The checks of /readyz, by name. Each resolves when the dependency answers, and rejects otherwise. */
  checks: Record<string, () => Promise<void>>;
  /** Whether `npm run doctor` sent the request, which may learn the client address that the server sees. */
  isDoctor: (token: string) => boolean;
}
