// Everything of one user: handed over, or taken away. Last of the slices, because it knows what each of the others holds.
import type { Accounts, Caller, Client } from '../accounts/index.ts';
import type { Apps } from '../apps/index.ts';
import type { Media } from '../media/index.ts';
import type { Audit } from '../platform/audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Logger } from '../platform/log.ts';
import type { PublishTags } from '../platform/tags.ts';
import type { Profiles } from '../profiles/index.ts';
import type { Versions } from '../versions/index.ts';
import type { Views } from '../views/index.ts';
import { collectOwnData } from './collect-own-data.ts';
import { deleteAccount } from './delete-account.ts';
import { packOwnData, type PackedPicture } from './pack-own-data.ts';

export type { OwnData } from './collect-own-data.ts';
export type { PackedPicture };
export type OwnDataService = ReturnType<typeof createOwnData>;

/** What the use cases of this slice work with. */
export interface OwnDataContext {
  db: Database;
  clock: Clock;
  audit: Audit;
  publishTags: PublishTags;
  /** Nothing is logged without one. */
  log?: Logger | undefined;
  accounts: Pick<Accounts, 'confirmPassword' | 'mailDeletion'>;
  apps: Pick<Apps, 'listApps' | 'listActivity'>;
  media: Pick<Media, 'openPicture' | 'removeUnused'>;
  profiles: Pick<Profiles, 'findOwnUser'>;
  versions: Pick<Versions, 'listVersions'>;
  views: Pick<Views, 'viewsOf'>;
}

export function createOwnData(context: OwnDataContext) {
  return {
    /** @throws AppError 400 when the password is not the caller's */
    collect: (caller: Caller, password: string, client: Client) =>
      collectOwnData(context, caller, password, client),
    /** A ZIP of the text and the pictures, made while it is read. */
    pack: (text: string, pictures: PackedPicture[]) => packOwnData(context, text, pictures),
    /** @throws AppError 400 when the password is not the caller's */
    deleteAccount: (caller: Caller, password: string, client: Client) =>
      deleteAccount(context, caller, password, client),
  };
}
