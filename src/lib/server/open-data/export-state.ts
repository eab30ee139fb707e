// Which exports stand, as one fact about the directory.
import { findSetting, storeSetting } from '../platform/db/setting-queries.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';

export const exportNames = ['apps.ndjson', 'apps.csv'] as const;
export type ExportName = (typeof exportNames)[number];

export interface ExportState {
  /** When the first app was read. What leaves the lists later may stand in it. */
  madeAt: number;
  /** How long it took. */
  tookMs: number;
  apps: number;
  keys: Record<ExportName, string>;
  /** Of the exports before, for whoever still downloads them, and of one that was never finished. */
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
