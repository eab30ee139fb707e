import type { WriteDb } from './db/database.ts';

/**
 * Brings what search and the filters know of these apps up to date, in the transaction that changed them. The slices
 * that change apps come before the one that searches them, so the composition root hands it to them. An app that is
 * deleted needs none: its entries go with it.
 */
export type ReindexApps = (trx: WriteDb, appIds: string[]) => Promise<void>;

/**
 * Brings the search up to date with an owner's changed name: in this transaction, or by a job where there are many
 * apps.
 * @returns whether there is a job to be woken
 */
export type ReindexOwner = (trx: WriteDb, userId: string, now: number) => Promise<boolean>;
