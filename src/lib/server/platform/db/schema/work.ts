// The server's own work: settings, mails, jobs, limits.
import { instant, integer, key, text } from './columns.ts';

export type JobKindName = 'bulk-action' | 'follow-mails';

export const work = {
  /** Facts about the directory itself that must outlive a process. */
  settings: {
    name: key().primary(),
    value: text(),
  },
  outbox: {
    id: key().primary(),
    recipient: text().indexed(),
    subject: text(),
    text: text(),
    html: text(),
    created_at: instant(),
    /** When the worker may try (again). */
    due_at: instant(),
    tries: integer().default(0),
    last_error: text().nullable(),
    /** The request that caused it. */
    request_id: text().nullable(),
    /** Names a mail that must not be written twice: two with one name are one. */
    once_key: text().nullable(),
    /** Where a POST takes the recipient off the list that the mail belongs to (RFC 8058). */
    unsubscribe_url: text().nullable(),
    sent_at: instant().nullable(),
    failed_at: instant().nullable(),
    outbox_once: 'unique index (once_key) where once_key is not null',
    outbox_due: 'index (sent_at, failed_at, due_at)',
  },
  rate_limits: {
    /** The rule, then the account, address or network that it counts. */
    key: key().primary(),
    /** When nothing of the limit is used any more. */
    resets_at: instant().indexed(),
  },
  /** Work on many rows that a request begins and no request waits for (platform/jobs/). */
  jobs: {
    id: key().primary(),
    kind: text<JobKindName>(),
    account_id: key(),
    /** JSON: the progress, and the data that it needs to continue. */
    state: text(),
    created_at: instant(),
    /** When a process may take it (again). */
    due_at: instant().indexed(),
    /** Lease of the process that works on the job; steps of other processes are rejected. */
    lease: text().nullable(),
    tries: integer().default(0),
    last_error: text().nullable(),
    /** The request that began it. */
    request_id: text().nullable(),
    jobs_account: 'index (account_id, id)',
  },
};
