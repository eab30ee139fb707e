import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Reads } from '../../platform/reads/reads.ts';
import { endToEnd, type Answer } from './rendered-response.ts';

/** What the API's routes find in `c.env`. */
export interface ApiBindings extends HttpBindings {
  /** The visitor's address; behind a trusted proxy, the one that the proxy saw. */
  clientAddress: string;
  /** Stands in the log with the request; name it in a 5xx answer. */
  requestId: string;
  /** Notes what the answer is made of; left out where it is for nobody else. */
  reads?: Reads;
}

/** A Hono app's `fetch`. */
export type ApiHandler = (request: Request, bindings: ApiBindings) => Response | Promise<Response>;

/** Fields that decide which part or form of an answer is sent, which is not the API's business but ours. */
const ours = new Set([
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
 * The Request to render `target` with. An answer that may be kept is made of nothing of the visitor's; one that is made
 * for this visitor alone (`own`) of all there is.
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
      if (value !== undefined && !ours.has(name))
        headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
  }
  return new Request(siteUrl + target, { headers });
}

export async function captureFetch(response: Response): Promise<Answer> {
  return {
    status: response.status,
    headers: endToEnd(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
}
