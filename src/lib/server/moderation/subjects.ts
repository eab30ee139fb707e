// What a report, a case or a decision is about: a listing, a part of one, or a profile, public or not.
import type { ListingState } from '../../shared/schemas/apps.ts';
import type { DeskPersonJson, SubjectKind } from '../../shared/schemas/cases.ts';
import type { StaffRole } from '../../shared/schemas/factors.ts';
import { findUserIdOfHandle } from '../accounts/handles.ts';
import { findAccountByEmail, findAccount, findUserNames } from '../accounts/users.ts';
import { findListingRowBy } from '../apps/owned-apps.ts';
import { findScreenshot } from '../apps/screenshots.ts';
import { findVersionRow } from '../apps/releases.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ReadDb } from '../platform/db/database.ts';
import type { AppTable, UserTable } from '../platform/db/schema.ts';
import { isId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Client } from '../platform/security/client.ts';

export interface Subject {
  kind: SubjectKind;
  id: string;
  /** The listing, or the listing of the release or screenshot. */
  app: AppTable | null;
  user: UserTable | null;
  ownerId: string;
  /** Name of the listing; '' for a profile, whose name is personal. */
  name: string;
}

/** States of a subject: of its listing, of its account, or `gone`. */
export type SubjectState = ListingState | 'open' | 'suspended' | 'gone';

export async function findSubject(
  db: ReadDb,
  { kind, id }: { kind: SubjectKind; id: string },
): Promise<Subject | null> {
  if (kind === 'profile') {
    const user = await findAccount(db, id);
    return user ? { kind, id, app: null, user, ownerId: id, name: '' } : null;
  }
  const ofAny = { ofAnyApp: true } as const;
  const appId =
    kind === 'app'
      ? id
      : kind === 'release'
        ? (await findVersionRow(db, id, ofAny))?.app_id
        : (await findScreenshot(db, id, ofAny))?.appId;
  const app = appId === undefined ? undefined : await findListingRowBy(db, 'id', appId);
  return app ? { ...subjectOfListing(app), kind, id } : null;
}

export const subjectOfListing = (app: AppTable): Subject => ({
  kind: 'app',
  id: app.id,
  app,
  user: null,
  ownerId: app.owner_id,
  name: app.name,
});

/** State of the listing; `open` or `suspended` of an account; `gone` where there is neither. */
export function stateOfSubject(subject: Subject | null): SubjectState {
  if (!subject) return 'gone';
  if (subject.app) return subject.app.state;
  return subject.user?.banned_at == null ? 'open' : 'suspended';
}

/** Notes that everything that shows a listing or its pictures has changed. */
export const noteListing = ({ id, owner_id }: AppTable): void =>
  noteChanged(dataKey.pictures, dataKey.apps, dataKey.app(id), dataKey.user(owner_id));

/** Notes that everything that shows an account or its pictures has changed. */
export const noteProfile = (userId: string): void =>
  noteChanged(dataKey.pictures, dataKey.users, dataKey.apps, dataKey.user(userId));

/** By id, email, or current or old handle, with or without a leading '@'. */
export async function findAccountRow(db: ReadDb, text: string): Promise<UserTable | undefined> {
  if (isId(text)) return await findAccount(db, text);
  if (text.lastIndexOf('@') > 0) return await findAccountByEmail(db, text);
  const id = await findUserIdOfHandle(db, text.replace(/^@/, '').toLowerCase());
  return id === undefined ? undefined : await findAccount(db, id);
}

/** Whether the address is verified and belongs to a person: an account without a password owns sample listings. */
export const canBeMailed = (account: UserTable): boolean =>
  account.is_verified === 1 && account.password_hash !== null;

/** Who works at the desk: what `requireStaff` returns. */
export interface Staff {
  userId: string;
  role: StaffRole;
  client: Client;
}

/**
 * @returns a function from an account's id to the person; null for null, and a person without a name where it is gone
 */
export async function findPeople(
  db: ReadDb,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => DeskPersonJson | null> {
  const names = await findUserNames(db, [...new Set(ids.filter((id) => id !== null))]);
  return (id) => (id === null ? null : { id, name: names.get(id) ?? '' });
}
