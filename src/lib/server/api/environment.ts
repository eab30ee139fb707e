// What the routes of the API share: the variables of a request, and what they are made with.
import type { TokenScope } from '../../shared/text/factor-messages.ts';
import type { Caller } from '../accounts/sessions.ts';
import type { ApiBindings } from '../http/site.ts';
import type { KeyedRequest, NewAnswer } from '../platform/idempotency/kept-answers.ts';
import type { BodyBudgets } from '../platform/uploads/bodies.ts';
import type { Upload } from '../platform/uploads/parse-upload.ts';
import type { Services } from '../services.ts';
import type { ReportFault } from './errors.ts';
import type { Shapes } from './shapes.ts';

/** A body that was read. */
export interface Sent {
  /** Parsed JSON, or the fields of a form. */
  fields: unknown;
  files: Upload['files'];
}

export interface ApiEnv {
  Bindings: Partial<ApiBindings>;
  Variables: {
    /** The rooms bound to the request's recorder: every read of an answer is recorded. */
    services: Services;
    /** What a token for programs needs for the operation; undefined where none is taken. */
    scope?: TokenScope | undefined;
    /** Null without a valid token. */
    caller?: Caller | null;
    /** What `who` of the operation has found. */
    found?: unknown;
    params?: unknown;
    query?: unknown;
    form?: unknown;
    sent?: Sent;
    /** Of a request with an Idempotency-Key (middleware/once.ts). */
    keyed?: {
      request: KeyedRequest;
      accountId: string | null;
      /** Whether an upload was answered before, so that it needs no permission. */
      isAnswered: boolean;
    };
    /** To be completed with the answer. */
    unanswered?: Omit<NewAnswer, 'answer'>;
    /** Whether the transaction of the work has stored the answer. */
    isKept?: boolean;
    /** Whether the answer is one from before. */
    isReplayed?: boolean;
    /** The account that a kept answer is removed with, where the request has no caller. */
    accountId?: string;
  };
}

export interface ApiContext {
  shapes: Shapes;
  siteUrl: string;
  bodies: BodyBudgets;
  reportFault: ReportFault;
  /** The category with this name or former name. */
  categoryNamed(name: string): { name: string } | undefined;
}
