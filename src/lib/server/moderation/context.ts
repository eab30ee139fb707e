import type { Apps } from '../apps/index.ts';
import type { Audit } from '../platform/security/audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, WriteDb } from '../platform/db/database.ts';
import type { CaseTable, DecisionTable } from '../platform/db/schema.ts';
import type { ReindexApps } from '../platform/reindex.ts';

/** Called in the transaction of each decision about a case, once the case is decided. */
export type OnDecided = (trx: WriteDb, decided: CaseTable, decision: DecisionTable) => Promise<void>;

/** Dependencies of the use cases of this slice. */
export interface ModerationContext {
  apps: Pick<Apps, 'holdReturned'>;
  db: Database;
  clock: Clock;
  audit: Audit;
  reindex: ReindexApps;
  /** May change at any time, so read it when a text is made. */
  readonly contactEmail: string;
  siteUrl: string;
  onDecided: OnDecided;
  /** Path of the page on which the owner appeals against a decision, without a login. */
  appealPath: (decisionId: string) => string;
  /** Path of the page on which this owner answers a question of staff, without a login; null for none. */
  questionPath: (caseId: string, ownerId: string) => string | null;
}
