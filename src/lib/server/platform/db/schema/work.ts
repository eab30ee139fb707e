// Work in progress and its limits: mails, jobs, exports, rate limits, kept answers.

/** Facts about the directory itself that must outlive a process. */
interface SettingTable {
  name: string;
  value: string;
}

export interface OutboxTable {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  created_at: number;
  /** When the worker may try (again). */
  due_at: number;
  tries: number;
  last_error: string | null;
  /** The request that caused it. */
  request_id: string | null;
  /** Names a mail that must not be written twice: two with one name are one. */
  once_key: string | null;
  /** Where a POST takes the recipient off the list that the mail belongs to (RFC 8058). */
  unsubscribe_url: string | null;
  sent_at: number | null;
  failed_at: number | null;
}

export interface RateLimitTable {
  /** The rule, then the account, address or network that it counts. */
  key: string;
  /** When the oldest counted hit leaves the window. */
  resets_at: number;
  hits: number;
}

export type JobKindName = 'bulk-action' | 'follow-mails';

/** Work on many rows that a request begins and no request waits for (platform/jobs/). */
export interface JobTable {
  id: string;
  kind: JobKindName;
  account_id: string;
  /** JSON: the progress, and the data that it needs to continue. */
  state: string;
  created_at: number;
  /** When a process may take it (again). */
  due_at: number;
  /** Lease of the process that works on the job; steps of other processes are rejected. */
  lease: string | null;
  tries: number;
  last_error: string | null;
  /** The request that began it. */
  request_id: string | null;
}

/** The answer of a write that carried an Idempotency-Key (platform/idempotency/kept-answers.ts). */
export interface KeptAnswerTable {
  /** Keyed hash of the key and whom it is scoped to; neither can be read from it. */
  id: string;
  /** The account whose rows are counted and deleted with it; null if the answer has to outlive the account. */
  account_id: string | null;
  /** Keyed hash of what was sent. */
  request_hash: string;
  /** The body, sealed with the key, which is stored nowhere. */
  sealed: string;
  created_at: number;
}

/** Digests of what accounts deleted in the last day. */
interface DeletionTable {
  digest: string;
  created_at: number;
}

export interface WorkTables {
  settings: SettingTable;
  outbox: OutboxTable;
  rate_limits: RateLimitTable;
  jobs: JobTable;
  kept_answers: KeptAnswerTable;
  deletions: DeletionTable;
}
