// Maps the slices' types to the JSON of the API (docs/api.md).
import { answersOf } from '../../shared/schemas/app-fields.ts';
import type { AppJson, AppListing, Screenshot, ScreenshotJson } from '../../shared/schemas/apps.ts';
import { toIso } from '../../shared/text/dates.ts';
import { pictureUrl, type Picture } from '../../shared/page/pictures.ts';
import type { OwnSession, OwnSessionJson } from '../../shared/schemas/sessions.ts';
import type { TimelineEntry, TimelineEntryJson } from '../../shared/schemas/timeline.ts';
import {
  fullName,
  type Owner,
  type OwnerJson,
  type OwnProfile,
  type OwnUserJson,
  type UserJson,
  type UserProfile,
} from '../../shared/schemas/users.ts';
import type { Release, VersionJson } from '../../shared/schemas/versions.ts';

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
    release_date: release.releaseDate === null ? null : toIso(release.releaseDate),
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

  const user = (profile: UserProfile): UserJson => ({
    ...owner(profile),
    name: fullName(profile),
    country_code: profile.countryCode,
    about_me: profile.about,
    tags: profile.tags,
    social_account_dict: { ...profile.socialLinks },
    handle: profile.handle,
    views: profile.views,
  });

  const ownUser = (profile: OwnProfile): OwnUserJson => ({
    ...user(profile),
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
  });

  const ownSession = (session: OwnSession): OwnSessionJson => ({
    id: session.id,
    created_at: toIso(session.createdAt),
    last_used_at: toIso(session.lastUsedAt),
    device: session.device,
    current: session.isCurrent,
  });

  const timelineEntry = (entry: TimelineEntry): TimelineEntryJson => ({
    id: entry.id,
    created_at: toIso(entry.createdAt),
    category: entry.category,
    user: entry.userId,
    app: entry.app ? app(entry.app) : null,
  });

  return { app, owner, ownSession, ownUser, screenshot, timelineEntry, user, version };
}
