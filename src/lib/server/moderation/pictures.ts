// Decides which pictures are public, and who sees the others. Threat: the address of a picture outlives
// a removed listing.
import { deskHours, hasRole } from '../../shared/schemas/factors.ts';
import type { Caller } from '../accounts/sessions.ts';
import { publicUsers } from '../accounts/users.ts';
import { isPictureOfApp } from '../apps/visibility.ts';
import type { Context } from '../context.ts';
import { hasRow } from '../platform/db/statements.ts';

/**
 * Whether something public shows the picture. Pictures of running uploads and pictures without a reference are not
 * public. Checks apps first, which have most pictures.
 */
export async function isPicturePublic({ db: { read } }: Context, id: string): Promise<boolean> {
  const shown = publicUsers(read).select('users.id').where('users.picture_id', '=', id).limit(1);
  return (await isPictureOfApp(read, id, 'visible')) || (await hasRow(shown));
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
  const ownerId = isAtDesk ? undefined : userId;
  const users = read.selectFrom('users').select('id').where('picture_id', '=', id);
  const shown = isAtDesk ? users.limit(1) : users.where('id', '=', userId);
  return (await isPictureOfApp(read, id, { ownerId })) || (await hasRow(shown));
}
