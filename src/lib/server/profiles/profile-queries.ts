import { viewsKeptMs } from '../../shared/schemas/views.ts';
import { socialNetworks, type SocialNetwork } from '../../shared/addresses/social-networks.ts';
import type { Picture } from '../../shared/page/pictures.ts';
import { type Owner, type OwnProfile, type UserProfile, workKinds } from '../../shared/schemas/users.ts';
import { findPictures } from '../media/index.ts';
import { findAnyUser, findPublicOwners, findPublicUser, type OwnerRow } from '../accounts/index.ts';
import type { ReadDb } from '../platform/db/database.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import type { UserTable } from '../platform/db/schema.ts';

/** The owner as everyone sees it: hidden contact details are ''. */
export function ownerOfRow(row: OwnerRow, pictures: Map<string, Picture>): Owner {
  return {
    id: row.id,
    firstname: row.firstname,
    lastname: row.lastname,
    email: row.show_email ? row.email : '',
    phoneNo: row.show_phone ? row.phone_no : '',
    address: row.show_address ? row.address : '',
    country: row.country,
    isVerified: row.is_verified === 1,
    dateJoined: row.created_at,
    picture: pictures.get(row.picture_id ?? '') ?? null,
  };
}

/** The public owners among these ids. */
export async function findOwnerRows({ read, reads }: Reader, ids: Iterable<string>): Promise<OwnerRow[]> {
  const wanted = [...new Set(ids)];
  reads.note(...wanted.map(dataKey.user));
  return await findPublicOwners(read, wanted);
}

/** The public profile of a verified user. */
export async function findProfile({ read: db, reads }: Reader, id: string): Promise<UserProfile | null> {
  reads.note(dataKey.user(id));
  reads.keepFor(viewsKeptMs);
  const row = await findPublicUser(db, id);
  return row ? await profileOfRow(db, row) : null;
}

/** The profile for its user only, with hidden contact details. */
export async function findOwnProfile(db: ReadDb, id: string): Promise<OwnProfile | null> {
  const row = await findAnyUser(db, id);
  if (!row) return null;
  return {
    ...(await profileOfRow(db, row)),
    wantedWork: wantedWorkOf(row),
    email: row.email,
    phoneNo: row.phone_no,
    address: row.address,
    shows: {
      email: row.show_email === 1,
      phone: row.show_phone === 1,
      address: row.show_address === 1,
    },
  };
}

const wantedWorkOf = (row: UserTable): OwnProfile['wantedWork'] => ({
  kinds: workKinds.filter((kind) => row.work_kinds.split(',').includes(kind)),
  isRemote: row.work_remote === 1,
  state: row.work_state,
});

async function profileOfRow(db: ReadDb, row: UserTable): Promise<UserProfile> {
  const links = JSON.parse(row.social_links) as Record<string, string>;
  return {
    ...ownerOfRow(row, await findPictures(db, [row.picture_id])),
    countryCode: row.country_code,
    about: row.about,
    tags: JSON.parse(row.tags) as string[],
    handle: row.handle,
    views: row.views,
    clicks: await countClicks(db, row.id),
    work: row.work_until === null ? null : { until: row.work_until, ...wantedWorkOf(row) },
    socialLinks: Object.fromEntries(
      socialNetworks.flatMap((network: SocialNetwork) => (links[network] ? [[network, links[network]]] : [])),
    ),
  };
}

/** Taps on the links of all apps of a user. */
async function countClicks(db: ReadDb, userId: string): Promise<number> {
  const { clicks } = await db
    .selectFrom('apps')
    .select(({ fn }) => fn.sum<number | string | null>('taps').as('clicks'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(clicks);
}
