// The state of the current exports: one row of settings.
import { findSetting, storeSetting } from '../platform/db/setting-queries.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';

export const exportNames = ['apps.ndjson', 'apps.csv'] as const;
export type ExportName = (typeof exportNames)[number];

export interface ExportState {
  /** When the first app was read. An app that leaves the lists later may still be in the file. */
  madeAt: number;
  /** How long it took. */
  tookMs: number;
  apps: number;
  keys: Record<ExportName, string>;
  /** Keys of the previous exports, which clients may still be downloading. */
  former: string[];
}

const setting = 'open-data';

export async function findState(db: ReadDb | WriteDb): Promise<ExportState | null> {
  const stored = await findSetting(db, setting);
  return stored === undefined ? null : (JSON.parse(stored) as ExportState);
}

export async function storeState(trx: WriteDb, state: ExportState): Promise<void> {
  await storeSetting(trx, setting, JSON.stringify(state));
}
