import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Reads } from '../../platform/reads/reads.ts';
import { endToEnd, type Answer } from './rendered-response.ts';

/** `c.env` of the API's routes. */
export interface ApiBindings extends HttpBindings {
  /** The client's address; behind a trusted proxy, the one that the proxy saw. */
  clientAddress: string;
  /** The request id of the log, for 5xx answers. */
  requestId: string;
  /** Records the reads of the answer; left out if the answer is for one client only. */
  reads?: Reads;
}

/** A Hono app's `fetch`. */
export type ApiHandler = (request: Request, bindings: ApiBindings) => Response | Promise<Response>;

/** Fields that the edge evaluates itself: they choose the part or the form of an answer. */
const edgeFields = new Set([
  'accept-encoding',
  'connection',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
]);

/**
 * The Request to render `target` with. For an answer that may be kept it has none of the client's fields; for one that
 * is for this client only (`own`) it has all.
 */
export function apiRequest(
  target: string,
  siteUrl: string,
  incoming: IncomingMessage,
  own: boolean,
): Request {
  const headers = new Headers();
  if (own) {
    for (const [name, value] of Object.entries(incoming.headers)) {
      if (value !== undefined && !edgeFields.has(name))
        headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
  }
  return new Request(siteUrl + target, { headers });
}

/** Reads the whole response. */
export async function captureFetch(response: Response): Promise<Answer> {
  return {
    status: response.status,
    headers: endToEnd(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
}
