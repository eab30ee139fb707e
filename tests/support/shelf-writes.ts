// Writes of editors to the shelves of the front page, for every-write.ts.
import type { SmallDirectory } from './every-write.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Bola, who has listed none of the apps that are picked. */
const editorOf = ({ bola }: SmallDirectory) => ({
  userId: bola.id,
  client: { address: '10.0.0.1', userAgent: 'test' },
});

/** A day that is over in some minutes. */
function appOfDay({ app, now }: SmallDirectory, title: string, minutes: number) {
  const until = Math.floor(now() / minute) * minute + minutes * minute;
  const iso = (at: number): string => new Date(at).toISOString();
  return { slot: 'day' as const, title, from: iso(until - day), until: iso(until), apps: [app.id] };
}

async function shownShelf({ site }: SmallDirectory): Promise<{ id: string; version: number }> {
  const { items } = await site.product.services.shelves.listShelves(undefined);
  const [first] = items;
  if (!first) throw new Error('There is no shelf.');
  return first.row;
}

export const earlyShelfWrites = {
  async 'an editor picks the app of the day'(directory: SmallDirectory) {
    const form = appOfDay(directory, 'App of the day', 12);
    await directory.site.product.services.shelves.addShelf(editorOf(directory), form);
  },
  async 'an editor changes the app of the day'(directory: SmallDirectory) {
    const { id, version } = await shownShelf(directory);
    const form = { ...appOfDay(directory, 'Look at this', 12), version };
    await directory.site.product.services.shelves.changeShelf(editorOf(directory), id, form);
  },
};

/** After writes that have changed the picked app, and its states. */
export const lateShelfWrites = {
  'the app of the day is over'(directory: SmallDirectory) {
    directory.pass(2 * minute);
    return Promise.resolve();
  },
  async 'an editor removes a shelf from the record'(directory: SmallDirectory) {
    const { id, version } = await shownShelf(directory);
    await directory.site.product.services.shelves.removeShelf(editorOf(directory), id, { version });
  },
};
