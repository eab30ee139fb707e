import type { PickedShelf } from '../../shared/schemas/shelves.ts';
import { displayCounts } from '../../shared/schemas/limits.ts';
import { findListings } from '../apps/index.ts';
import type { Clock } from '../platform/clock.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { findCurrent } from './find-current.ts';
import { findBegunShelves, findPicks } from './shelf-queries.ts';

/** The latest shelves of the editors that have begun, the latest first, with the apps that are still in lists. */
export async function listPicks({ clock }: { clock: Clock }, reader: Reader): Promise<PickedShelf[]> {
  const now = clock();
  reader.reads.note(dataKey.shelves);
  // Also limits how long the answer is kept.
  await findCurrent(reader, now);
  const rows = await findBegunShelves(reader.read, now, displayCounts.pickedShelves);
  const picks = await findPicks(
    reader.read,
    rows.map(({ id }) => id),
  );
  const ids = [...new Set([...picks.values()].flat())];
  const apps = new Map((await findListings(reader, ids)).map((app) => [app.id, app]));
  return rows
    .map(({ id, title, starts_at: startsAt, ends_at: endsAt }) => ({
      id,
      title,
      startsAt,
      endsAt,
      isCurrent: endsAt > now,
      apps: (picks.get(id) ?? []).flatMap((appId) => apps.get(appId) ?? []),
    }))
    .filter((shelf) => shelf.apps.length > 0);
}
