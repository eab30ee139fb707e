// A shelf of samples on the front page of a new site, so that its editors see what they can keep there.
import type { Client } from '../lib/server/platform/security/client.ts';
import type { Services } from '../lib/server/services.ts';
import { shelfLimits } from '../lib/shared/schemas/shelves.ts';
import { dayMs } from '../lib/shared/text/days.ts';
import { slugify } from '../lib/shared/text/text.ts';

const title = 'Samples for every day';
/** One of each trade, none of the editor's own. */
export const shelfNames = ['Kuda', 'Chowdeck', 'uLesson', 'Shuttlers', 'Reliance Health', 'Jiji'];
/** The account of these samples keeps the shelf. */
export const editorKey = 'news';
const client: Client = { address: 'unknown' };

/** Adds the shelf to a site that has none, for as long as a shelf may last. */
export async function addSampleShelf(shelves: Services['shelves'], editorId: string): Promise<void> {
  if ((await shelves.listShelves(undefined)).count > 0) return;
  const picks = await Promise.all(shelfNames.map((name) => shelves.checkPick(slugify(name))));
  const from = Math.floor(Date.now() / 60_000) * 60_000;
  await shelves.addShelf(
    { userId: editorId, client },
    {
      title,
      slot: 'picks',
      from: new Date(from).toISOString(),
      until: new Date(from + shelfLimits.days * dayMs).toISOString(),
      apps: picks.filter(({ missing }) => missing.length === 0).map(({ id }) => id),
    },
  );
}

/** Removes it, so that its place is free for a shelf of the editors. */
export async function removeSampleShelf(shelves: Services['shelves'], editorId: string): Promise<void> {
  const { items } = await shelves.listShelves(undefined);
  for (const { id, version } of items.filter(({ created_by }) => created_by === editorId))
    await shelves.removeShelf({ userId: editorId, client }, id, { version });
}
