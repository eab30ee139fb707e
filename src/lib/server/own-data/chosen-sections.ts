// What somebody has chosen as a visitor or has proved: follows, saved apps, mails, proofs.
import { isoOrNull, toIso } from '../../shared/text/dates/dates.ts';
import { findSavedAfter } from '../apps/saved.ts';
import { findFollowsAfter, findNoticeSettings } from '../follows/index.ts';
import { findProofsAfter } from '../proofs/index.ts';
import type { Collecting, Section } from './section.ts';

export const chosenSections: readonly Section[] = [
  {
    name: 'follows',
    async read({ context, userId }, after, limit) {
      const places = await findFollowsAfter(context.db.read, userId, after?.id ?? '', limit);
      return { places, items: places.map(({ id, at }) => ({ subject: id, created_at: toIso(at) })) };
    },
  },
  {
    name: 'saved_apps',
    async read({ context, userId }, after, limit) {
      const places = await findSavedAfter(context.db.read, userId, after?.id ?? '', limit);
      return { places, items: places.map(({ id, at, saved }) => ({ app: id, at: toIso(at), saved })) };
    },
  },
  {
    name: 'proofs',
    async read({ context, userId }, after, limit) {
      const rows = await findProofsAfter(context.db.read, userId, after?.id ?? '', limit);
      return {
        places: rows.map(({ app_id: id, created_at: at }) => ({ id, at })),
        items: rows.map(({ app_id: app, state, way, name, checked_at, created_at }) => ({
          app,
          state,
          way,
          name,
          checked_at: isoOrNull(checked_at),
          created_at: toIso(created_at),
        })),
      };
    },
  },
];

/** null for an account that follows nothing. */
export async function readNoticeSettings({ context: { db }, userId }: Collecting) {
  const settings = await findNoticeSettings(db.read, userId);
  if (!settings) return null;
  const { app_mail, release_mail, seen_at } = settings;
  return { seen_at: toIso(seen_at), release_mail, app_mail };
}
