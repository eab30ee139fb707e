// The subject of a report or a case: a listing, a part of one, or a profile, public or not.
import type { SubjectKind } from '../../../shared/schemas/moderation/cases.ts';
import { findAnyUser } from '../../accounts/index.ts';
import { findListingRowBy } from '../../apps/owned-apps.ts';
import { findVersionRow } from '../../apps/releases.ts';
import { findScreenshot } from '../../apps/screenshots.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import type { AppTable, UserTable } from '../../platform/db/schema.ts';

export interface Subject {
  kind: SubjectKind;
  id: string;
  /** The listing, or the listing of the release or screenshot. */
  app: AppTable | null;
  /** The account of a profile. */
  user: UserTable | null;
  ownerId: string;
  /** Name of the listing; '' for a profile, whose name is personal. */
  name: string;
}

/** @returns null where it is gone */
export async function findSubject(
  db: ReadDb,
  { kind, id }: { kind: SubjectKind; id: string },
): Promise<Subject | null> {
  if (kind === 'profile') {
    const user = await findAnyUser(db, id);
    return user ? { kind, id, app: null, user, ownerId: id, name: '' } : null;
  }
  const appId = await appIdOf(db, kind, id);
  const app = appId === undefined ? undefined : await findListingRowBy(db, 'id', appId);
  return app ? { kind, id, app, user: null, ownerId: app.owner_id, name: app.name } : null;
}

async function appIdOf(
  db: ReadDb,
  kind: Exclude<SubjectKind, 'profile'>,
  id: string,
): Promise<string | undefined> {
  if (kind === 'app') return id;
  if (kind === 'release') return (await findVersionRow(db, id, { ofAnyApp: true }))?.app_id;
  return (await findScreenshot(db, id, { ofAnyApp: true }))?.appId;
}
