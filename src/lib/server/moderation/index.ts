// What an operator does about misuse: `npm run moderate`. One use case a file, each by the slices that own the rows.
import { banAccount } from './ban-account.ts';
import type { ModerationContext } from './context.ts';
import { deleteListing } from './delete-listing.ts';
import { hideListing } from './hide-listing.ts';
import { listModerated } from './list-moderated.ts';
import { isPicturePublic } from './public-pictures.ts';
import { releaseName } from './release-name.ts';
import { restoreListing } from './restore-listing.ts';
import { takeOutOfLists, type Progress } from './settle-listings.ts';
import { showSubject } from './show-subject.ts';
import { unbanAccount } from './unban-account.ts';

export type { Moderated } from './list-moderated.ts';
export type { Released } from './release-name.ts';
export type { Shown } from './show-subject.ts';
export type Moderation = ReturnType<typeof createModeration>;

export function createModeration(context: ModerationContext) {
  return {
    hideListing: (idOrNameId: string, reason: string) => hideListing(context, idOrNameId, reason),
    restoreListing: (idOrNameId: string) => restoreListing(context, idOrNameId),
    deleteListing: (idOrNameId: string, reason: string) => deleteListing(context, idOrNameId, reason),
    banAccount: (text: string, reason: string, progress?: Progress) =>
      banAccount(context, text, reason, progress),
    unbanAccount: (text: string, progress?: Progress) => unbanAccount(context, text, progress),
    releaseName: (text: string) => releaseName(context, text),
    listModerated: (limit: number) => listModerated(context.db.read, limit),
    showSubject: (text: string) => showSubject(context.db.read, text),
    /** Whether something public shows the picture, or the share card. */
    isPicturePublic: (id: string) => isPicturePublic(context.db.read, id),
    /** Takes listings of closed accounts out of the lists that a command which was cut off has left there. */
    sweep: () => takeOutOfLists(context),
  };
}
