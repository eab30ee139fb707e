// Events: timelines, views and the audit trail.
import type { TimelineCategory } from '../../../../shared/schemas/timeline.ts';
import type { AuditEvent } from '../../security/audit-events.ts';

export interface TimelineTable {
  id: string;
  user_id: string;
  category: TimelineCategory;
  app_id: string | null;
  created_at: number;
}

/** Views of an app or a profile on one day, or taps on the links of an app. */
export interface ViewCountTable {
  /** `app:<id>`, `user:<id>` or `tap:<id of the app>`. */
  subject: string;
  /** Days since 1970, in Lagos. */
  day: number;
  views: number;
}

/** Today's views, as hashes that are meaningless once the day's salt is deleted. */
export interface ViewMarkTable {
  day: number;
  mark: string;
  network: string;
}

/** Events of accounts. Triggers allow rows to be added, and to be removed only when they are old. */
export interface AuditEventTable {
  id: string;
  at: number;
  event: AuditEvent;
  /** Null for an event without an existing account, or about all accounts. */
  user_id: string | null;
  /**
   * The client's address under an HMAC: equal addresses can be recognized, but not read. 'operator' for a command.
   */
  client: string;
}

export interface ActivityTables {
  timeline: TimelineTable;
  view_counts: ViewCountTable;
  view_marks: ViewMarkTable;
  audit_events: AuditEventTable;
}
