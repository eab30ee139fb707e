// Profiles of users: what they show, and their changes.
import { askedDays, limits, workDays } from '../../shared/schemas/limits.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { brand } from '../../shared/page/brand.ts';
import type { Owner, OwnProfile, UserProfile } from '../../shared/schemas/users.ts';
import { dayMs } from '../../shared/text/days.ts';
import { composeMail } from '../accounts/mails.ts';
import {
  changeUser,
  findAccount,
  findPublicUser,
  findUserIdOfHandle,
  lockAccount,
  publicUsers,
} from '../accounts/users.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { workKinds } from '../../shared/text/work-messages.ts';
import { socialNetworks } from '../../shared/addresses/social-networks.ts';
import type { Picture } from '../../shared/page/pictures.ts';
import { viewsKeptMs } from '../../shared/schemas/views.ts';
import { findPictures, type PictureSource, recordPicture, storePicture } from '../media/index.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { type IdPart, partNumber, partSize, partsOf } from '../platform/db/id-parts.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { isId } from '../platform/ids.ts';
import { linksLeft, type SocialLinks, type UpdateProfile } from '../../shared/schemas/profile-forms.ts';
import { messages } from '../../shared/text/messages.ts';
import { slugify } from '../../shared/text/text.ts';
import type { Caller } from '../accounts/sessions.ts';
import { storeSetting } from '../platform/db/setting-queries.ts';
import { differing, hasRow } from '../platform/db/statements.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { skeletonsOf } from '../platform/names/skeleton.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { retention } from '../platform/retention.ts';
import { refuseImpostor, refuseRestricted } from '../rules/index.ts';
import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';

/** Also finds the user of an old handle. */
async function findUserByHandle(reader: Reader, handle: string): Promise<UserProfile | null> {
  return await findUser(reader, (await findUserIdOfHandle(reader.read, handle)) ?? '');
}

export const profiles = {
  reads: {
    ...{ findUser, findUserByHandle, sitemapParts, sitemapUsers },
    showPhoneNumber: (_reader: Reader, phoneNo: string) => showPhoneNumber(phoneNo),
  },
  actions: {
    findOwnUser: ({ read }: Context, id: string): Promise<OwnProfile | null> => findOwnProfile(read, id),
    ...{ requireMayUpdate, updateUser: updateProfile, sweep },
  },
};

/** Accounts of one transaction. */
const batch = 200;

/** Removes expired old handles, and ends 'open to work' where its time is over. */
async function sweep({ clock, db, siteUrl }: Context): Promise<void> {
  const now = clock();
  await db.write(async (trx) => {
    const freed = trx.deleteFrom('old_handles').where('created_at', '<=', now - oldAddressMs);
    const rows = await freed.returning('user_id').execute();
    noteChanged(...rows.map((row) => dataKey.user(row.user_id)));
  });
  // Everybody is asked once, before the time ends.
  for (let asked = batch; asked === batch;)
    asked = await db.write(async (trx) => {
      const users = await trx
        .selectFrom('users')
        .select(['id', 'email', 'firstname'])
        .where('work_until', '>', now)
        .where('work_until', '<=', now + askedDays * dayMs)
        .where('work_asked_at', 'is', null)
        .where('is_verified', '=', 1)
        .where('banned_at', 'is', null)
        .orderBy('work_until')
        .limit(batch)
        .execute();
      for (const user of users) {
        await changeUser(trx, user.id, { work_asked_at: now });
        await enqueueMail(trx, composeMail(user, stillOpen(siteUrl)), now);
      }
      return users.length;
    });
  await db.write(async (trx) => {
    const ended = trx.updateTable('users').set({ work_until: null, work_asked_at: null });
    const rows = await ended.where('work_until', '<=', now).returning('id').execute();
    noteChanged(...rows.map((row) => dataKey.user(row.id)));
  });
}

const stillOpen = (siteUrl: string) => ({
  subject: 'are you still open to work?',
  body: [
    `your profile on ${brand.name} says that you are open to work, for ${String(askedDays)} more days at most. Still open? Save it again here for another ${String(workDays)} days:`,
    { link: siteUrl + urls.updateProfilePart('work') },
    'If not, you do not need to do anything: it ends by itself.',
  ],
});

// Profiles as everybody sees them, and as their users do.

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
export async function sitemapUsers({ read, reads }: Reader, after: string) {
  reads.note(dataKey.users);
  const next = publicUsers(read).where('id', '>', after).orderBy('id').limit(partSize);
  return await next.select(['id', 'handle', 'updated_at as changedAt']).execute();
}

// Changes of a profile by its user, in one transaction.

/** @throws AppError 403 for anyone but the user; a verified address is not needed for one's own profile */
export function requireSelf(caller: Caller, userId: string): void {
  if (caller.userId !== userId) throw new AppError(403, 'You can only change your own profile.');
}

/** Checked before the body of a change is read. @throws AppError 404, or 403 for anyone but the user */
export async function requireMayUpdate({ db }: Context, caller: Caller, userId: string): Promise<UserTable> {
  const row = await findAccount(db.read, userId);
  // Only the user may know of an unverified account.
  const isHidden = row?.is_verified === 0 && caller.userId !== userId;
  if (!row || isHidden) throw new AppError(404, messages.profile.missing);
  requireSelf(caller, userId);
  return row;
}

/**
 * Changes the sent fields in one transaction; without a difference nothing is written or published.
 * @throws AppError 404, 403 for anyone but the user, 403 for a picture or handle before verification, 400 with a
 * sentence for each field, 429
 */
export async function updateProfile(
  context: Context,
  caller: Caller,
  userId: string,
  change: UpdateProfile,
  picture?: PictureSource,
): Promise<OwnProfile> {
  const { clock, db, limiter, reindex } = context;
  const { client } = caller;
  const before = await requireMayUpdate(context, caller, userId);
  // What affects others has to wait until the address is verified.
  const published = { dp: picture, open_to_work: change.open_to_work, handle: change.handle };
  for (const [field, value] of Object.entries(published))
    if (value && !caller.isVerified) throw fieldError(field, messages.profile.verifyFirst, 403);
  const handle = change.handle === '' ? null : change.handle;
  const isHandleNew = handle !== undefined && handle !== before.handle;
  const stored = picture ? await storePicture(context, picture, 'avatar') : null;
  const work = async (trx: WriteDb): Promise<void> => {
    const now = clock();
    const row = await lockAccount(trx, userId);
    if (!row) throw new AppError(404, messages.profile.missing);
    const columns = changedColumns(row, change, now);
    if (contactColumns.some((column) => columns[column])) {
      const { address } = client;
      await refuseRestricted(trx, { action: 'contact', email: row.email, address, accountId: userId, now });
    }
    const { firstname = row.firstname, lastname = row.lastname } = columns;
    const isRenamed = columns.firstname !== undefined || columns.lastname !== undefined;
    if (isRenamed)
      await refuseImpostor(trx, { name: `${firstname} ${lastname}`, userId, field: 'firstname' });
    if (stored) {
      await recordPicture(trx, stored, now);
      columns.picture_id = stored.id;
    }
    if (handle !== undefined && handle !== row.handle) {
      if (handle !== null) await refuseImpostor(trx, { name: handle, userId, field: 'handle' });
      await changeHandle(trx, row, handle, now);
      columns.handle = handle;
    }
    await changeUser(trx, userId, { ...columns, updated_at: now });
    // The search finds apps by the name of their owner.
    if (isRenamed) await reindex(trx, await lockAppsOf(trx, userId));
    noteChanged(dataKey.user(userId));
    // Lists show the name and picture of verified owners.
    if (row.is_verified === 1) noteChanged(dataKey.users, dataKey.apps);
    // The previous picture is not served any more, unless something else shows it.
    if (stored && row.picture_id !== null) noteChanged(dataKey.pictures);
  };
  if (isHandleNew || stored || Object.keys(changedColumns(before, change, clock())).length > 0) {
    const charges = isHandleNew ? [{ quota: quotas.handles }] : [];
    await limiter.charging(charges, { account: userId, client }, () => db.write(work));
  }
  const after = await findOwnProfile(db.read, userId);
  if (!after) throw new AppError(404, messages.profile.missing);
  return after;
}

async function lockAppsOf(trx: WriteDb, ownerId: string): Promise<string[]> {
  const apps = await trx
    .selectFrom('apps')
    .select('id')
    .where('owner_id', '=', ownerId)
    // Before the index, as whoever changes one of them locks both.
    .orderBy('id')
    .forKeyShare()
    .execute();
  return apps.map(({ id }) => id);
}

/** The sent columns that differ from the row, without picture and handle. @throws AppError 400 */
function changedColumns(row: UserTable, change: UpdateProfile, now: number): Partial<UserTable> {
  const flag = (value: boolean | undefined) => (value === undefined ? undefined : value ? 1 : 0);
  const hasLinks = change.social_account_dict ?? change.social_account_changes;
  const columns: { [Name in keyof UserTable]?: UserTable[Name] | undefined } = {
    firstname: change.firstname,
    lastname: change.lastname,
    about: change.about_me,
    address: change.address,
    country: change.country,
    country_code: change.country_code,
    show_email: flag(change.show_email),
    show_phone: flag(change.show_phone),
    show_address: flag(change.show_address),
    tags: change.tags && JSON.stringify(change.tags),
    social_links: hasLinks && JSON.stringify(changedLinks(row, change)),
    phone_no:
      change.phone_no === undefined
        ? undefined
        : readPhoneNumber(change.phone_no, change.country_code || row.country_code),
    ...workColumns(row, change, now),
  };
  return differing(row, columns);
}

/** @throws AppError 400 for somebody who is open to no kind of work, or nowhere */
function workColumns(
  row: UserTable,
  { open_to_work: isOpening, ...change }: UpdateProfile,
  now: number,
): Partial<UserTable> {
  const kinds = change.work_kinds ?? row.work_kinds;
  const state = change.work_state ?? row.work_state;
  const isRemote = change.work_remote ?? row.work_remote === 1;
  if (isOpening ?? row.work_until !== null) {
    if (kinds === '') throw fieldError('work_kinds', 'Choose at least one kind of work.');
    if (!isRemote && state === '') throw fieldError('work_state', 'Choose a state, or turn on remote.');
  }
  return {
    work_kinds: kinds,
    work_state: state,
    work_remote: isRemote ? 1 : 0,
    ...(isOpening !== undefined && {
      work_until: isOpening ? now + workDays * dayMs : null,
      work_asked_at: null,
    }),
  };
}

/** @throws AppError 400 for too many links; some may have been added on another device meanwhile */
function changedLinks(row: UserTable, change: UpdateProfile): SocialLinks {
  const before = change.social_account_dict ?? (JSON.parse(row.social_links) as SocialLinks);
  const links = linksLeft({ ...before, ...change.social_account_changes });
  if (Object.keys(links).length > limits.socialLinks)
    throw fieldError('social_account_changes', messages.profile.socialMost);
  return links;
}

/** Columns that spammers fill. */
const contactColumns = ['about', 'address', 'phone_no', 'social_links', 'tags', 'work_until'] as const;

// Handles. One that is given up redirects to its user for 90 days and cannot be taken by others; a user holds at most
// three, so that nobody hoards the names of others.

export const oldAddressMs = retention.oldAddresses;

/** Whether a handle looks like the name of the site: 'naija-built', 'naijabui1t', 'official-naijabuilt'. */
function readsAsSiteName(handle: string): boolean {
  const own = [brand.name, slugify(brand.name)].flatMap((name) => skeletonsOf(name).all);
  return skeletonsOf(handle).all.some((skeleton) => own.includes(skeleton));
}

/**
 * Checks the new handle and keeps the current one as an old one. Call it in the transaction that stores the new one.
 * @param handle null removes the handle
 * @throws AppError 400 if it is taken or the site's own name, or the user holds too many
 */
async function changeHandle(
  trx: WriteDb,
  { id, handle: current }: UserTable,
  handle: string | null,
  now: number,
): Promise<void> {
  const old = trx.selectFrom('old_handles');
  if (handle !== null) {
    // The schema, which browsers have as well, does not know the name that an operator has chosen.
    if (readsAsSiteName(handle)) throw fieldError('handle', messages.profile.handleReserved);
    await storeSetting(trx, 'claims of handles wait for this row', '');
    const taken = trx.selectFrom('users').select('id').where('handle', '=', handle).where('id', '!=', id);
    const held = old.select('user_id as id').where('handle', '=', handle).where('user_id', '!=', id);
    if (await hasRow(taken.union(held))) throw fieldError('handle', messages.profile.handleTaken);
    const former = await old.selectAll().where('user_id', '=', id).orderBy('created_at').execute();
    const count = former.length + (current === null ? 0 : 1);
    const [oldest] = former;
    if (oldest && count >= limits.handlesHeld && !former.some((one) => one.handle === handle)) {
      const days = Math.max(1, Math.ceil((oldest.created_at + oldAddressMs - now) / dayMs));
      throw fieldError('handle', messages.profile.handlesHeld(count, days));
    }
    await trx.deleteFrom('old_handles').where('handle', '=', handle).execute();
  }
  if (current === null) return;
  await trx.insertInto('old_handles').values({ handle: current, user_id: id, created_at: now }).execute();
}

const sentences: Record<NonNullable<ReturnType<typeof validatePhoneNumberLength>>, string> = {
  INVALID_COUNTRY: messages.profile.phone.invalidCountry,
  NOT_A_NUMBER: messages.profile.phone.notANumber,
  TOO_SHORT: messages.profile.phone.tooShort,
  TOO_LONG: messages.profile.phone.tooLong,
  INVALID_LENGTH: messages.profile.phone.tooShort,
};

interface ShownPhoneNumber {
  /** In international format: '+234 803 123 4567'. */
  text: string;
  /** Digits for a tel: link, with a leading plus where there is one. */
  dialled: string;
  /** Address of a chat; null if the number has no country, which WhatsApp needs. */
  whatsapp: string | null;
}

/** @returns null if there is no number */
export function showPhoneNumber(number: string): ShownPhoneNumber | null {
  if (number === '') return null;
  const dialled = number.replace(/(?!^\+)\D/g, '');
  const phone = parsePhoneNumberFromString(number);
  if (!phone) return { text: number, dialled, whatsapp: null };
  return {
    text: phone.formatInternational(),
    dialled: phone.number,
    whatsapp: `https://wa.me/${phone.number.slice(1)}`,
  };
}

/** Parses a number to E.164 (+2348012345678). @returns '' for '' @throws AppError 400 */
export function readPhoneNumber(text: string, countryCode: string): string {
  if (text === '') return '';
  const country = isSupportedCountry(countryCode) ? countryCode : 'NG';
  const problem = validatePhoneNumberLength(text, country);
  // Some texts have a valid length and are no numbers, such as 'tel:08031234567;phone-context=x'.
  const phone = problem ? undefined : parsePhoneNumberFromString(text, country);
  if (!phone) throw fieldError('phone_no', sentences[problem ?? 'NOT_A_NUMBER']);
  return phone.number;
}
