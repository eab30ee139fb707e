import { valuesOfColumns } from '../../shared/schemas/app-fields.ts';
import type { CreateApp } from '../../shared/schemas/app-forms.ts';
import type { Platform } from '../../shared/schemas/app-fields.ts';
import type { AppListing } from '../../shared/schemas/apps.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { Caller } from '../accounts/index.ts';
import type { PictureSource, StoredPicture } from '../media/index.ts';
import { requireVerified } from './app-policy.ts';
import { nameTaken, tooManyScreenshots } from './app-refusals.ts';
import { isNameTaken } from './names/claim-name.ts';
import type { AppsContext } from './context.ts';
import { publishApp, type NewApp } from './publish-app.ts';

export interface AppPictures {
  logo: PictureSource | undefined;
  screenshots: PictureSource[];
}

/** Guesses the platform from the links. */
export function platformOf(app: {
  playstore_link?: string | undefined;
  appstore_link?: string | undefined;
}): Platform {
  return app.playstore_link || app.appstore_link ? 'mobile' : 'web';
}

/**
 * Lists an app for the caller.
 * @throws AppError 403 for an unverified caller, 400 for a taken name, too many screenshots or an invalid picture
 */
export async function createApp(
  context: AppsContext,
  caller: Caller,
  app: CreateApp,
  pictures: AppPictures,
): Promise<AppListing> {
  requireVerified(caller);
  if (pictures.screenshots.length > limits.screenshotsPerApp) throw tooManyScreenshots();
  // The transaction checks again; this avoids encoding pictures for nothing.
  if (await isNameTaken(context.db.read, app.name, caller.userId)) throw nameTaken();
  const { logo, screenshots } = await storePictures(context, pictures);
  const listing: NewApp = {
    ownerId: caller.userId,
    name: app.name,
    ...valuesOfColumns({ ...app, platform: app.platform ?? platformOf(app) }),
    categories: app.category ?? [],
    logo,
    screenshots,
  };
  return await publishApp(context, listing, caller);
}

export interface StoredPictures {
  logo: StoredPicture | null;
  screenshots: StoredPicture[];
}

/** Stores files before the transaction that refers to them; a sweep removes those without a reference. */
export async function storePictures(
  { media }: AppsContext,
  { logo, screenshots }: AppPictures,
): Promise<StoredPictures> {
  const [storedLogo, storedScreenshots] = await Promise.all([
    logo ? media.storePicture(logo, 'logo') : null,
    Promise.all(screenshots.map((screenshot) => media.storePicture(screenshot, 'screenshot'))),
  ]);
  return { logo: storedLogo, screenshots: storedScreenshots };
}
