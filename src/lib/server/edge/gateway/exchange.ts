import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal as NotAdmitted } from './admission.ts';
import type { Sent } from '../answer/finished-response.ts';
import type { RequestBody } from './request-body.ts';
import type { RequestFields } from './request-fields.ts';

/** One request and the response to it. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  fields: RequestFields;
  body: RequestBody;
  /** Stands in the log with the request, and in every answer that tells of a fault. */
  id: string;
}

/** Why a request was refused before anything was made for it, as the metrics count it. */
export type Refusal = NotAdmitted | 'hashing' | 'reading' | 'token';

/** How an exchange ended, for the log. */
export interface Outcome extends Sent {
  cache: 'hit' | 'miss' | 'none';
  aborted?: boolean;
  refused?: Refusal;
}
