// Maps the rooms' types to the JSON of the API (docs/api.md).
import { answersOf } from '../../shared/schemas/app-fields.ts';
import type {
  AppJson,
  AppListing,
  OwnAppJson,
  Screenshot,
  ScreenshotJson,
  StateDetails,
  TimelineEntry,
  TimelineEntryJson,
  Release,
  VersionJson,
} from '../../shared/schemas/apps.ts';
import { isoOrNull, toIso } from '../../shared/text/dates.ts';
import { pictureUrl, type Picture } from '../../shared/page/pictures.ts';
import {
  fullName,
  type Owner,
  type OwnerJson,
  type OwnProfile,
  type OwnUserJson,
  type UserJson,
  type UserProfile,
  type OpenToWork,
} from '../../shared/schemas/users.ts';
import type { Question } from '../moderation/owner-answers.ts';

export type Shapes = ReturnType<typeof createShapes>;

/** @param siteUrl without a final slash, for the absolute addresses of images */
export function createShapes(siteUrl: string) {
  const image = (picture: Picture) => siteUrl + pictureUrl(picture);
  const imageOrNull = (picture: Picture | null) => (picture ? image(picture) : null);

  const version = (release: Release): VersionJson => ({
    id: release.id,
    app: release.appId,
    version: release.version,
    release_type: release.releaseType,
    release_date: isoOrNull(release.releaseDate),
    latest_feature: release.latestFeature,
    created_at: toIso(release.createdAt),
    updated_at: toIso(release.updatedAt),
  });

  const owner = (user: Owner): OwnerJson => ({
    id: user.id,
    firstname: user.firstname,
    lastname: user.lastname,
    dp: imageOrNull(user.picture),
    email: user.email,
    phone_no: user.phoneNo,
    address: user.address,
    country: user.country,
    is_verified: user.isVerified,
    date_joined: toIso(user.dateJoined),
  });

  const workOf = (open: OpenToWork | null, wanted: Omit<OpenToWork, 'until'> | null) => ({
    open_to_work: open !== null,
    open_until: isoOrNull(open?.until ?? null),
    work_kinds: wanted?.kinds ?? [],
    work_remote: wanted?.isRemote ?? false,
    work_state: wanted?.state ?? '',
  });

  const user = (profile: UserProfile): UserJson => ({
    ...owner(profile),
    name: fullName(profile),
    country_code: profile.countryCode,
    about_me: profile.about,
    tags: profile.tags,
    social_account_dict: { ...profile.socialLinks },
    handle: profile.handle,
    views: profile.views,
    clicks: profile.clicks,
    ...workOf(profile.work, profile.work),
  });

  const ownUser = (profile: OwnProfile): OwnUserJson => ({
    ...user(profile),
    ...workOf(profile.work, profile.wantedWork),
    show_email: profile.shows.email,
    show_phone: profile.shows.phone,
    show_address: profile.shows.address,
  });

  const screenshot = ({ id, picture }: Screenshot): ScreenshotJson => ({ id, image: image(picture) });

  const app = (listing: AppListing): AppJson => ({
    id: listing.id,
    name: listing.name,
    name_id: listing.nameId,
    ...answersOf(listing),
    logo: imageOrNull(listing.logo),
    category: listing.categories.join(','),
    version: listing.currentVersion.version,
    screenshot: listing.screenshots.map(screenshot),
    owner: owner(listing.owner),
    current_version: version(listing.currentVersion),
    created_at: toIso(listing.createdAt),
    updated_at: toIso(listing.updatedAt),
    views: listing.views,
    taps: listing.taps,
    popularity: listing.popularity,
    trend: listing.trend,
    state: listing.state,
    lifecycle: listing.lifecycle,
    discontinued_at: isoOrNull(listing.discontinuedAt),
    replaced_by: listing.successor && {
      id: listing.successor.id,
      name_id: listing.successor.nameId,
      name: listing.successor.name,
    },
    proof: listing.proof && { name: listing.proof.name, checked_at: toIso(listing.proof.checkedAt) },
    links: listing.links.map(({ name, checkedAt, deadSince }) => ({
      name,
      state: deadSince === null ? 'good' : 'dead',
      checked_at: isoOrNull(checkedAt),
      dead_since: isoOrNull(deadSince),
    })),
  });

  const stateDetails = ({ at, reason, clears, policy, decision }: StateDetails) => ({
    state_at: isoOrNull(at),
    state_reason: reason,
    state_clears: clears,
    state_policy: policy,
    state_decision: decision,
  });

  /** @param questions that wait for the owner, about any of the apps of the answer */
  const ownApp = (own: AppListing, questions: readonly Question[]): OwnAppJson => ({
    ...app(own),
    ...stateDetails(own.details),
    questions: questions
      .filter(({ appId }) => appId === own.id)
      .map(({ path, text, until }) => ({ text, until: toIso(until), url: siteUrl + path })),
  });

  const timelineEntry = (entry: TimelineEntry): TimelineEntryJson => ({
    id: entry.id,
    created_at: toIso(entry.createdAt),
    category: entry.category,
    user: entry.userId,
    app: entry.app ? app(entry.app) : null,
  });

  return {
    app,
    owner,
    ownApp,
    ownUser,
    screenshot,
    stateDetails,
    timelineEntry,
    user,
    version,
  };
}
