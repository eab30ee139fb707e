// Decides which pictures are public, and who sees the others. Threat: the address of a picture outlives
// a removed listing.
import { deskHours, hasRole } from '../../shared/schemas/factors.ts';
import type { Caller } from '../accounts/sessions.ts';
import { isPictureOfPublicUser, isPictureOfUser } from '../accounts/users.ts';
import { isPictureOfApp } from '../apps/visibility.ts';
import type { Context } from '../context.ts';

/**
 * Whether something public shows the picture. Pictures of running uploads and pictures without a reference are not
 * public. Checks apps first, which have most pictures.
 */
export async function isPicturePublic({ db: { read } }: Context, id: string): Promise<boolean> {
  return (await isPictureOfApp(read, id, 'visible')) || (await isPictureOfPublicUser(read, id));
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
  return (await isPictureOfApp(read, id, { ownerId })) || (await isPictureOfUser(read, id, ownerId));
}
