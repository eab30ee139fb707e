// Brings a listing into a state, as staff, a rule or its owner does.
import { expect } from 'vitest';
import { changeListingState, type StateChange } from '../../src/lib/server/apps/index.ts';
import { createReindex } from '../../src/lib/server/search/index.ts';
import type { TestProduct } from './test-product.ts';

export const why = {
  policy: 'impersonation',
  reason: 'The name is that of a bank.',
  clears: 'Another name.',
  decision: '20261121-K7Q2',
};

/** Caches that show the listing have to be emptied afterwards. */
export async function decideListing(
  product: TestProduct,
  id: string,
  to: StateChange['to'],
  change: Partial<StateChange> = {},
): Promise<void> {
  const row = await product.db.write(async (trx) => {
    const changed = await changeListingState(trx, {
      id,
      to,
      now: Date.now(),
      isOwnerOpen: true,
      ...why,
      ...change,
    });
    if (changed) await createReindex(product.db)(trx, [id]);
    return changed;
  });
  expect(row?.state).toBe(to);
}
