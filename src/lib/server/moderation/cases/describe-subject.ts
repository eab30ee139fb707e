import type { DeskSubjectJson } from '../../../shared/schemas/moderation/cases.ts';
import { pictureUrl } from '../../../shared/page/pictures.ts';
import { fullName } from '../../../shared/schemas/users.ts';
import { findVersionRow } from '../../apps/releases.ts';
import { findScreenshot, findScreenshotsOf } from '../../apps/screenshots.ts';
import { findPictures } from '../../media/index.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import type { AppTable, CaseTable, UserTable } from '../../platform/db/schema.ts';
import type { SubjectState } from '../decisions/allowed-actions.ts';
import { findSubject, type Subject } from './find-subject.ts';
import { pathOfSubject } from './queue.ts';

type Texts = DeskSubjectJson['texts'];
type Links = DeskSubjectJson['links'];

const isFilled = ({ text }: { text: string }): boolean => text !== '';

const linksOf = (app: AppTable): Links =>
  [
    { label: 'Website', url: app.website },
    { label: 'Play Store', url: app.playstore_link },
    { label: 'App Store', url: app.appstore_link },
    { label: 'External link', url: app.external_link },
  ].filter(({ url }) => url !== '');

const textsOfApp = (app: AppTable): Texts =>
  [
    { label: 'Description', text: app.description },
    { label: 'Long description', text: app.long_description },
  ].filter(isFilled);

const textsOfUser = (user: UserTable): Texts =>
  [
    { label: 'About', text: user.about },
    { label: 'Tags', text: (JSON.parse(user.tags) as string[]).join(', ') },
  ].filter(isFilled);

const linksOfUser = (user: UserTable): Links =>
  Object.entries(JSON.parse(user.social_links) as Record<string, string>).map(([label, url]) => ({
    label,
    url,
  }));

async function partsOf(
  db: ReadDb,
  { app, kind, id, user }: Subject,
): Promise<{ texts: Texts; links: Links }> {
  if (user) return { texts: textsOfUser(user), links: linksOfUser(user) };
  if (!app) return { texts: [], links: [] };
  const release = kind === 'release' ? await findVersionRow(db, id, { ofAnyApp: true }) : undefined;
  const ofRelease = release ? [{ label: `Release ${release.version}`, text: release.latest_feature }] : [];
  return { texts: [...ofRelease, ...textsOfApp(app)], links: linksOf(app) };
}

async function imageOf(db: ReadDb, { app, kind, id, user }: Subject): Promise<string | null> {
  if (kind === 'screenshot') {
    const screenshot = await findScreenshot(db, id, { ofAnyApp: true });
    return screenshot ? pictureUrl(screenshot.picture) : null;
  }
  const mediaId = app?.logo_id ?? user?.picture_id ?? null;
  const picture = mediaId === null ? undefined : (await findPictures(db, [mediaId])).get(mediaId);
  return picture ? pictureUrl(picture) : null;
}

/** A page that is held or removed shows none to anybody else. */
async function screenshotsOf(db: ReadDb, { app, kind }: Subject): Promise<string[]> {
  if (!app || kind === 'screenshot') return [];
  return (await findScreenshotsOf(db, app.id)).map(({ picture }) => pictureUrl(picture));
}

/** State of the listing; `open` or `suspended` of an account; `gone` where there is neither. */
export function stateOfSubject(subject: Subject | null): SubjectState {
  if (!subject) return 'gone';
  if (subject.app) return subject.app.state;
  return subject.user?.banned_at == null ? 'open' : 'suspended';
}

/** The subject of a case as visitors see it, also where they do not see it any more. */
export async function describeSubject(db: ReadDb, row: CaseTable): Promise<DeskSubjectJson> {
  const subject = await findSubject(db, { kind: row.subject_kind, id: row.subject_id });
  const common = {
    kind: row.subject_kind,
    id: row.subject_id,
    app_id: row.app_id,
    state: stateOfSubject(subject),
  };
  if (!subject)
    return {
      ...common,
      name: row.subject_name,
      path: null,
      exists: false,
      image: null,
      screenshots: [],
      texts: [],
      links: [],
    };
  return {
    ...common,
    name: subject.app?.name ?? (subject.user ? fullName(subject.user) : ''),
    path: pathOfSubject(row, subject.app ?? undefined),
    exists: true,
    image: await imageOf(db, subject),
    screenshots: await screenshotsOf(db, subject),
    ...(await partsOf(db, subject)),
  };
}
