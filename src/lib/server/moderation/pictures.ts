// Decides which pictures are public, and who sees the others. Threat: the address of a picture outlives
// a removed listing.
import type { SelectQueryBuilder } from 'kysely';
import { deskHours, hasRole } from '../../shared/schemas/factors.ts';
import type { Caller } from '../accounts/sessions.ts';
import { publicUsers } from '../accounts/users.ts';
import { isVisible } from '../apps/visibility.ts';
import type { Context } from '../context.ts';
import type { Schema } from '../platform/db/schema.ts';
import { hasRow } from '../platform/db/statements.ts';

/** Whether one of these apps or accounts shows the picture. Checks apps first, which have most pictures. */
async function isShown(
  apps: SelectQueryBuilder<Schema, 'apps', object>,
  users: SelectQueryBuilder<Schema, 'users', object>,
  id: string,
): Promise<boolean> {
  const app = apps.select('apps.id').limit(1);
  if (await hasRow(app.where('apps.logo_id', '=', id))) return true;
  const shots = app.innerJoin('screenshots', 'screenshots.app_id', 'apps.id');
  if (await hasRow(shots.where('screenshots.media_id', '=', id))) return true;
  return await hasRow(users.select('users.id').where('users.picture_id', '=', id).limit(1));
}

/**
 * Whether something public shows the picture. Pictures of running uploads and pictures without a reference are not
 * public.
 */
export async function isPicturePublic({ db: { read } }: Context, id: string): Promise<boolean> {
  return await isShown(read.selectFrom('apps').where(isVisible), publicUsers(read), id);
}

/**
 * Whether the caller may see a picture that is not public: one of the caller's listings and profile in every state, and
 * with a desk session those of everybody. Nobody sees a picture without a reference.
 */
export async function mayReadPicture(
  { clock, db: { read } }: Context,
  { factorAt, isVerified, role, userId }: Caller,
  id: string,
): Promise<boolean> {
  const isAtDesk =
    isVerified &&
    hasRole(role, 'moderator') &&
    factorAt !== null &&
    clock() - factorAt < deskHours * 3_600_000;
  const [apps, users] = [read.selectFrom('apps'), read.selectFrom('users')];
  if (isAtDesk) return await isShown(apps, users, id);
  return await isShown(apps.where('apps.owner_id', '=', userId), users.where('users.id', '=', userId), id);
}
