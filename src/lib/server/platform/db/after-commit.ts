// What a transaction causes once it has committed: kept answers are dropped, and workers look for new work. It is noted
// where the rows are written, so that no caller has to remember it, and nothing happens for a write that is rolled
// back.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataKey } from '../reads/data-keys.ts';
import type { BareDatabase, OpenDatabase } from './database.ts';

interface Noted {
  db: BareDatabase;
  keys: Set<DataKey>;
  isOpen: boolean;
}

const current = new AsyncLocalStorage<Noted>();

/**
 * Notes data that the write changes. After its commit, and before it resolves, no answer is served any more that was
 * made of the old data.
 */
export function noteChanged(...keys: readonly DataKey[]): void {
  const store = current.getStore();
  if (!store?.isOpen) throw new Error('A change was noted outside of a write.');
  for (const key of keys) store.keys.add(key);
}

/** The database with an `onCommit` for what its writes note. */
export function notingChanges(db: BareDatabase): OpenDatabase {
  let tell: ((keys: DataKey[]) => Promise<void>) | undefined;
  return {
    ...db,
    async write(work) {
      const outer = current.getStore();
      // On SQLite the two would wait for each other, and no write of the process would ever be made again. On
      // PostgreSQL the inner one would need a second connection, which the pool may not have.
      if (outer?.isOpen && outer.db === db)
        throw new Error('A write was begun inside a write. Use the transaction that is open.');
      // Of its last run: the database may run the work again.
      let made: Noted | undefined;
      const result = await db.write((trx) => {
        const own: Noted = { db, keys: new Set(), isOpen: true };
        made = own;
        // Work that is not awaited inherits the store, and could note something after the commit.
        return current.run(own, async () => {
          try {
            const result = await work(trx);
            await db.announce(trx, [...own.keys]);
            return result;
          } finally {
            own.isOpen = false;
          }
        });
      });
      if (made && made.keys.size > 0) await tell?.([...made.keys]);
      return result;
    },
    onCommit(listener) {
      tell = listener;
    },
  };
}
