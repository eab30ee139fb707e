// Which pictures and share cards everybody may see. Threat: the address of a picture outlives the listing that was removed.
import { belongsToListedApp, listedApps } from '../apps/index.ts';
import type { ReadDb } from '../platform/db/database.ts';
import { publicUsers } from '../profiles/index.ts';

type Lookup = (db: ReadDb, id: string) => { executeTakeFirst(): Promise<unknown> };

/** Something public that shows it. Most pictures are found by the first of them that they can be in. */
const publicUses: Lookup[] = [
  (db, id) => listedApps(db).select('apps.id').where('apps.logo_id', '=', id).limit(1),
  (db, id) =>
    db
      .selectFrom('screenshots')
      .select('screenshots.id')
      .where('screenshots.media_id', '=', id)
      .where((eb) => belongsToListedApp(eb, 'screenshots'))
      .limit(1),
  (db, id) => publicUsers(db).select('users.id').where('users.picture_id', '=', id).limit(1),
  (db, id) =>
    listedApps(db)
      .innerJoin('share_cards', 'share_cards.app_id', 'apps.id')
      .select('apps.id')
      .where('share_cards.id', '=', id)
      .limit(1),
  (db, id) =>
    publicUsers(db)
      .innerJoin('share_cards', 'share_cards.user_id', 'users.id')
      .select('users.id')
      .where('share_cards.id', '=', id)
      .limit(1),
];

/**
 * Whether the picture may be sent: something public shows it. One of an upload that is under way is nobody's to see yet, and one that
 * nothing refers to any more waits for the sweep.
 */
export async function isPicturePublic(db: ReadDb, id: string): Promise<boolean> {
  for (const lookup of publicUses) if ((await lookup(db, id).executeTakeFirst()) !== undefined) return true;
  return false;
}
