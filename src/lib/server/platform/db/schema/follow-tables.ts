// What people keep for later and follow.
import type { FollowSubject, MailTime } from '../../../../shared/schemas/follow/follows.ts';
import type { Flag } from './column-types.ts';

/** An app that an account has saved, or taken out again. */
export interface SavedAppTable {
  user_id: string;
  /** No foreign key: a deleted app would have to find everybody who saved it. */
  app_id: string;
  /** Logical clock of the last change. Of two changes the one with the higher clock wins. */
  clock: number;
  is_saved: Flag;
  updated_at: number;
}

/** An app or a developer that an account follows. */
export interface FollowTable {
  user_id: string;
  subject: FollowSubject;
  created_at: number;
}

/** What an account has seen of what is new, and which mails it wants. The first thing that it follows adds the row. */
export interface NoticeSettingTable {
  user_id: string;
  seen_at: number;
  release_mail: MailTime;
  app_mail: MailTime;
}

export interface FollowTables {
  saved_apps: SavedAppTable;
  follows: FollowTable;
  notice_settings: NoticeSettingTable;
}
