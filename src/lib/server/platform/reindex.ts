import type { WriteDb } from './db/database.ts';

/**
 * Updates the search entries of these apps, in the transaction that changed them. The slices that change apps come
 * before the search slice, so the composition root passes the function to them. A deleted app needs no call: its
 * entries are deleted with it.
 */
export type ReindexApps = (trx: WriteDb, appIds: string[]) => Promise<void>;
