import { slotOfNumber, type ShelfSlot } from '../../shared/schemas/shelves.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { findOpenShelves, findPicks } from './shelf-queries.ts';

export interface EditorsShelf {
  title: string;
  appIds: string[];
}

/**
 * The editors' shelves at `now`. The answer is kept until the next one begins or ends, so that all nodes change at that
 * instant without telling each other.
 */
export async function findCurrent(
  { read, reads }: Reader,
  now: number,
): Promise<ReadonlyMap<ShelfSlot, EditorsShelf>> {
  reads.note(dataKey.shelves);
  const open = await findOpenShelves(read, now);
  const next = Math.min(...open.map((row) => (row.starts_at > now ? row.starts_at : row.ends_at)));
  if (open.length > 0) reads.keepFor(next - now);
  const current = open.filter((row) => row.starts_at <= now);
  const picks = await findPicks(
    read,
    current.map(({ id }) => id),
  );
  return new Map(
    current.map(({ id, slot, title }) => [slotOfNumber(slot), { title, appIds: picks.get(id) ?? [] }]),
  );
}
