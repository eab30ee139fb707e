import type { CreateVersion } from '../../shared/schemas/app-forms.ts';
import type { Release } from '../../shared/schemas/apps.ts';
import type { Caller } from '../accounts/index.ts';
import { existingApp, requireMayPublish, requireOwner } from '../apps/index.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';
import { addVersion, type NewVersion, type VersionsContext } from './add-version.ts';

/** Adds a release to the caller's own app. @throws AppError 404 or 403, also for a restricted account */
export async function releaseVersion(
  context: VersionsContext,
  caller: Caller,
  form: CreateVersion,
): Promise<Release> {
  const app = await existingApp(unrecordedReader(context.db), caller, form.app);
  requireOwner(caller, app.owner.id);
  const { clock, db } = context;
  await requireMayPublish(db.read, caller, clock());
  const release: NewVersion = {
    appId: app.id,
    version: form.version,
    releaseType: form.release_type,
    releaseDate: form.release_date ?? null,
    latestFeature: form.latest_feature,
  };
  return await addVersion(context, release, caller);
}
