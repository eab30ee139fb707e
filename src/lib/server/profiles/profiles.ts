// Profiles as everybody sees them, and as their users do.
import { workKinds } from '../../shared/text/work-messages.ts';
import { socialNetworks } from '../../shared/addresses/social-networks.ts';
import type { Picture } from '../../shared/page/pictures.ts';
import type { Owner, OwnProfile, UserProfile } from '../../shared/schemas/users.ts';
import { viewsKeptMs } from '../../shared/schemas/views.ts';
import { findAccount, findPublicUser, publicUsers } from '../accounts/users.ts';
import { findPictures } from '../media/index.ts';
import type { ReadDb } from '../platform/db/database.ts';
import { partNumber, partSize, partsOf, type IdPart } from '../platform/db/id-parts.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { isId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';

/** The columns of an account that everybody may see. */
export const ownerColumns = [
  ...(['id', 'firstname', 'lastname', 'email', 'phone_no', 'address', 'country'] as const),
  ...(['show_email', 'show_phone', 'show_address', 'is_verified', 'created_at'] as const),
] as const satisfies readonly (keyof UserTable)[];
export type OwnerRow = Pick<UserTable, (typeof ownerColumns)[number]>;

/** The owner as everyone sees it: hidden contact details are ''. */
export const ownerOfRow = (row: OwnerRow, picture: Picture | null): Owner => ({
  id: row.id,
  firstname: row.firstname,
  lastname: row.lastname,
  email: row.show_email ? row.email : '',
  phoneNo: row.show_phone ? row.phone_no : '',
  address: row.show_address ? row.address : '',
  country: row.country,
  isVerified: row.is_verified === 1,
  dateJoined: row.created_at,
  picture,
});

/** @returns null when there is no such user, or one who is not verified */
export async function findUser({ read, reads }: Reader, id: string): Promise<UserProfile | null> {
  if (!isId(id)) return null;
  reads.note(dataKey.user(id));
  reads.keepFor(viewsKeptMs);
  const row = await findPublicUser(read, id);
  return row ? await profileOfRow(read, row) : null;
}

/** For its user only, with hidden contact details. @returns null if there is no such user */
export async function findOwnProfile(db: ReadDb, id: string): Promise<OwnProfile | null> {
  const row = await findAccount(db, id);
  if (!row) return null;
  return {
    ...(await profileOfRow(db, row)),
    wantedWork: wantedWorkOf(row),
    email: row.email,
    phoneNo: row.phone_no,
    address: row.address,
    shows: { email: row.show_email === 1, phone: row.show_phone === 1, address: row.show_address === 1 },
  };
}

const wantedWorkOf = (row: UserTable): OwnProfile['wantedWork'] => ({
  kinds: workKinds.filter((kind) => row.work_kinds.split(',').includes(kind)),
  isRemote: row.work_remote === 1,
  state: row.work_state,
});

async function profileOfRow(db: ReadDb, row: UserTable): Promise<UserProfile> {
  const links = JSON.parse(row.social_links) as Record<string, string>;
  const pictures = await findPictures(db, [row.picture_id]);
  // Taps on the links of all apps of the user.
  const { clicks } = await db
    .selectFrom('apps')
    .select(({ fn }) => fn.sum<number | string | null>('taps').as('clicks'))
    .where('owner_id', '=', row.id)
    .executeTakeFirstOrThrow();
  return {
    ...ownerOfRow(row, pictures.get(row.picture_id ?? '') ?? null),
    countryCode: row.country_code,
    about: row.about,
    tags: JSON.parse(row.tags) as string[],
    handle: row.handle,
    views: row.views,
    clicks: Number(clicks),
    work: row.work_until === null ? null : { until: row.work_until, ...wantedWorkOf(row) },
    socialLinks: Object.fromEntries(
      socialNetworks.flatMap((network) => (links[network] ? [[network, links[network]]] : [])),
    ),
  };
}

export async function sitemapParts({ read, reads }: Reader): Promise<IdPart[]> {
  reads.note(dataKey.users);
  return await partsOf(read, publicUsers(read).select(['id', 'updated_at', partNumber]).as('numbered'));
}

/** At most `partSize` users, by id. */
export async function sitemapUsers(
  { read, reads }: Reader,
  after: string,
): Promise<{ id: string; handle: string | null; changedAt: number }[]> {
  reads.note(dataKey.users);
  const next = publicUsers(read).where('id', '>', after).orderBy('id').limit(partSize);
  return await next.select(['id', 'handle', 'updated_at as changedAt']).execute();
}
