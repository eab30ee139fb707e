import type { RemovableFact } from '../../../shared/schemas/moderation/decisions.ts';
import { changeUser } from '../../accounts/index.ts';
import { changeVersion } from '../../apps/releases.ts';
import { removeScreenshot } from '../../apps/screenshots.ts';
import { changeApp, noBadge } from '../../apps/states.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Subject } from '../cases/find-subject.ts';

/** A listing has to have a description. */
const removedDescription = 'The description was removed.';

const ofApps = {
  description: { description: removedDescription },
  long_description: { long_description: '' },
  website: { website: '', ...noBadge },
  playstore_link: { playstore_link: '', ...noBadge },
  appstore_link: { appstore_link: '' },
  external_link: { external_link: '' },
  licence: { licence: '', licence_number: '', licence_holder: '', cac_number: '' },
  logo: { logo_id: null },
} as const;

const ofUsers = {
  about: { about: '' },
  portrait: { picture_id: null },
  social_links: { social_links: '{}' },
} as const;

/** What can be removed from a subject of this kind. */
export const factsOf: Record<Subject['kind'], readonly RemovableFact[]> = {
  app: Object.keys(ofApps) as (keyof typeof ofApps)[],
  release: ['description'],
  screenshot: ['screenshot'],
  profile: Object.keys(ofUsers) as (keyof typeof ofUsers)[],
};

/** Empties the named facts of a subject; `description` of a release is its text. @throws AppError 400 */
export async function removeFacts(
  trx: WriteDb,
  { id, kind }: Pick<Subject, 'id' | 'kind'>,
  facts: readonly RemovableFact[],
  now: number,
): Promise<void> {
  if (facts.length === 0 || facts.some((fact) => !factsOf[kind].includes(fact))) {
    const sentence = `Choose what to remove: ${factsOf[kind].join(', ')}.`;
    throw new AppError(400, sentence, { facts: sentence });
  }
  if (kind === 'screenshot') {
    await removeScreenshot(trx, id);
    return;
  }
  if (kind === 'release') {
    await changeVersion(trx, id, { latest_feature: '', updated_at: now });
    return;
  }
  const columnsOf: Partial<Record<RemovableFact, object>> = kind === 'app' ? ofApps : ofUsers;
  const columns = Object.assign({ updated_at: now }, ...facts.map((fact) => columnsOf[fact] ?? {})) as object;
  await (kind === 'app' ? changeApp(trx, id, columns) : changeUser(trx, id, columns));
}
