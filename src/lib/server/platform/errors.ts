import type { FactorCode } from '../../shared/schemas/factors.ts';

/** Statuses with which a request can be refused (docs/api.md, 'Errors'). */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 503;

/**
 * A refusal that a person can act on. Slices throw it; the edge (API router, page) turns it into an answer.
 * `message` is one sentence; `fields` maps a field of the request to the sentence shown beside it.
 */
export class AppError extends Error {
  readonly status: ErrorStatus;
  readonly fields: Record<string, string>;
  /** Seconds after which the request may succeed; with 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(
    status: ErrorStatus,
    message: string,
    fields: Record<string, string> = {},
    retryAfter?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'AppError';
    this.status = status;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

/** A refusal of one field of the request, whose sentence stands alone, too. */
export const fieldError = (field: string, sentence: string, status: ErrorStatus = 400): AppError =>
  new AppError(status, sentence, { [field]: sentence });

/** A refusal that a program has to tell apart: the answer names its `code`, and what the client needs to go on. */
export class CodedError extends AppError {
  readonly code: FactorCode;
  readonly details: Record<string, unknown>;

  constructor(status: ErrorStatus, code: FactorCode, message: string, details: Record<string, unknown> = {}) {
    super(status, message);
    this.code = code;
    this.details = details;
  }
}

/** A refusal that names the operator's address (`CONTACT_EMAIL`), which the edge knows and fills in. */
export class AppealableError extends AppError {
  readonly sentenceWith: (contactEmail: string) => string;

  constructor(status: ErrorStatus, sentenceWith: (contactEmail: string) => string) {
    super(status, sentenceWith('the operator'));
    this.sentenceWith = sentenceWith;
  }
}

/** The client closed its connection before its request was complete. Not a fault. */
export class ClientLeft extends Error {
  constructor() {
    super('The client left before its request was complete.');
    this.name = 'ClientLeft';
  }
}

/** A fault of the set-up: names the variable or the file and what is wrong with it, in one line. */
export class ConfigError extends Error {}
