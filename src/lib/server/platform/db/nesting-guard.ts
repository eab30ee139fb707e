// Refuses a write inside another one. On SQLite the two would wait for each other, and no write of the process would
// ever be made again. On PostgreSQL the inner one would need a second connection, which the pool may not have.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface NestingGuard {
  /** Runs `work`, during which `refuse` throws. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** @throws Error inside a transaction of the same database */
  refuse(): void;
}

/** Guards one database; another one may be written to inside. */
export function createNestingGuard(): NestingGuard {
  const inside = new AsyncLocalStorage<{ open: boolean }>();
  return {
    async run(work) {
      const transaction = { open: true };
      try {
        return await inside.run(transaction, work);
      } finally {
        // Work that is started and not awaited inherits the store, and may write after the transaction ends.
        transaction.open = false;
      }
    },
    refuse() {
      if (inside.getStore()?.open)
        throw new Error('A write was begun inside a write. Use the transaction that is open.');
    },
  };
}
