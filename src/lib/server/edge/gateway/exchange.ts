import type { TrustProxy } from '../../platform/config/config.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { NotAdmitted, Queue } from './queue.ts';
import type { FactsOf } from '../cache/cache-key.ts';
import type { EdgeCache } from '../cache/edge-cache.ts';
import type { CountView } from '../cache/page-views.ts';
import type { FinishedResponse, Sent } from '../answer/finished-response.ts';
import type { ExportFiles } from '../answer/export-source.ts';
import type { PictureGate } from '../answer/picture-gate.ts';
import type { PageRenderer } from '../render/astro-renderer.ts';
import type { ApiHandler } from '../render/fetch-renderer.ts';
import type { ReadinessCheck } from './readiness.ts';
import type { ReadingRate } from './reading-rate.ts';
import type { RequestBody } from './request-body.ts';

/** The dependencies of the HTTP entry. */
export interface Routes {
  siteUrl: string;
  /** Staff may change the contact address at any time, so read it when an answer is made. */
  operator: { readonly contactEmail: string };
  /** Whether the client's address is taken from X-Forwarded-For. */
  trustProxy: TrustProxy;
  log: Logger;
  clock: Clock;
  cache: EdgeCache<FinishedResponse>;
  /** Renders a page: createAstroRenderer. */
  pages: PageRenderer;
  factsOf: FactsOf;
  /** Limits how many people and apps a network reads; null if limits are off. */
  readingRate: ReadingRate | null;
  /** Whether the API has signed this access token, and it has not expired. Asked before an answer is rendered. */
  isAccessToken: (token: string) => Promise<boolean>;
  /** Answers everything under /api/v1: a Hono app's `fetch`. */
  api: ApiHandler;
  /** Whether the API has no time for this write, so that it is refused before its body is read. */
  refusesWrite: (path: string) => boolean;
  countView: CountView;
  storage: Pick<Storage, 'read' | 'publicUrl'>;
  pictureGate: PictureGate;
  exports: ExportFiles;
  queue: Queue;
  /** The checks of /readyz, by name. */
  checks: Record<string, ReadinessCheck>;
  /** Whether `npm run doctor` sent the request, which may learn the client address that the server sees. */
  isDoctor: (token: string) => boolean;
  /** Number of calls that failed because the database did not answer. */
  outages: () => number;
}

/** One request and the response to it. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  body: RequestBody;
  /** Request id, as in the log and in every answer that reports a fault. */
  id: string;
}

/** Why a request was refused before anything was rendered for it, as the metrics count it. */
export type Refusal = NotAdmitted | 'hashing' | 'reading' | 'token';

/** How an exchange ended, for the log. */
export interface Outcome extends Sent {
  cache: 'hit' | 'miss' | 'none';
  aborted?: boolean;
  refused?: Refusal;
}
