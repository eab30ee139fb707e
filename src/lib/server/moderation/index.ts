// Moderation by the operator: `npm run moderate`.
import { bindContext } from '../platform/reads/slices.ts';
import { banAccount } from './ban-account.ts';
import type { ModerationContext } from './context.ts';
import { deleteListing } from './delete-listing.ts';
import { hideListing } from './hide-listing.ts';
import { listModerated } from './list-moderated.ts';
import { isPicturePublic } from './public-pictures.ts';
import { releaseName } from './release-name.ts';
import { restoreListing } from './restore-listing.ts';
import { takeOutOfLists } from './settle-listings.ts';
import { showSubject } from './show-subject.ts';
import { unbanAccount } from './unban-account.ts';

export type { Moderated } from './list-moderated.ts';
export type { Released } from './release-name.ts';
export type { Shown } from './show-subject.ts';
export type Moderation = ReturnType<typeof createModeration>;

export function createModeration(context: ModerationContext) {
  return {
    ...bindContext(context, {
      hideListing,
      restoreListing,
      deleteListing,
      banAccount,
      unbanAccount,
      releaseName,
    }),
    listModerated: (limit: number) => listModerated(context.db.read, limit),
    showSubject: (text: string) => showSubject(context.db.read, text),
    /** Whether something public shows the picture or share card. */
    isPicturePublic: (id: string) => isPicturePublic(context.db.read, id),
    /** Takes listings of banned accounts out of the lists that an interrupted command has left there. */
    sweep: () => takeOutOfLists(context),
  };
}
