import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal as NotAdmitted } from './admission.ts';
import type { Sent } from '../answer/finished-response.ts';
import type { RequestBody } from './request-body.ts';

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
