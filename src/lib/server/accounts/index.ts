import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { createSampleOwner, type SampleOwner } from './create-sample-owner.ts';

export type { SampleOwner };
export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts({ db, clock }: { db: Database; clock: Clock }) {
  return {
    createSampleOwner: (owner: SampleOwner) => createSampleOwner(db, clock, owner),
  };
}
