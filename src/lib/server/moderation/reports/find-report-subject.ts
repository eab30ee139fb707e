import type { SubjectKind } from '../../../shared/schemas/moderation/cases.ts';
import { reportAboutPattern } from '../../../shared/schemas/moderation/report-about.ts';
import { urls } from '../../../shared/addresses/urls.ts';
import { fullName } from '../../../shared/schemas/users.ts';
import { findPublicUser } from '../../accounts/index.ts';
import { findApp } from '../../apps/find-app.ts';
import { findVersionRow } from '../../apps/releases.ts';
import { findScreenshot } from '../../apps/screenshots.ts';
import { isId } from '../../platform/ids.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import type { Reader } from '../../platform/reads/reader.ts';

/** What a report is about, as visitors see it. */
export interface FoundSubject {
  kind: SubjectKind;
  id: string;
  /** Such as 'Zebra Ledger' or 'Release 1.2 of Zebra Ledger'. */
  name: string;
  /** The name within a sentence: 'release 1.2 of Zebra Ledger'. */
  phrase: string;
  /** Its page, from the root of the site. */
  path: string;
  ownerId: string;
}

/**
 * Finds what can be reported: everything that visitors see at an address, listed or not, and so nothing that is held,
 * removed or deleted.
 * @param about `app:<name_id>`, `release:<id>`, `screenshot:<id>` or `profile:<id>`
 */
export async function findReportSubject(reader: Reader, about: string): Promise<FoundSubject | null> {
  const [, kind, id = ''] = reportAboutPattern.exec(about) ?? [];
  if (kind === 'app') return await ofApp(reader, id, { kind, id: '', prefix: '' });
  if (!isId(id)) return null;
  if (kind === 'profile') return await profileOf(reader, id);
  if (kind === 'release') {
    const row = await findVersionRow(reader.read, id, { ofAnyApp: true });
    if (!row) return null;
    return await ofApp(reader, row.app_id, { kind, id, prefix: `release ${row.version} of ` });
  }
  if (kind !== 'screenshot') return null;
  const screenshot = await findScreenshot(reader.read, id, { ofAnyApp: true });
  return screenshot && (await ofApp(reader, screenshot.appId, { kind, id, prefix: 'a screenshot of ' }));
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface Part {
  kind: 'app' | 'release' | 'screenshot';
  /** '' for the app itself. */
  id: string;
  /** Words before the name of the app, within a sentence. */
  prefix: string;
}

/** The app, or a part of it, where the app is shown. */
async function ofApp(reader: Reader, idOrNameId: string, part: Part): Promise<FoundSubject | null> {
  let found = await findApp(reader, idOrNameId);
  if (found.kind === 'renamed') found = await findApp(reader, found.nameId);
  if (found.kind !== 'found') return null;
  const { app } = found;
  const phrase = part.prefix + app.name;
  return {
    kind: part.kind,
    id: part.id === '' ? app.id : part.id,
    name: part.prefix === '' ? phrase : capitalized(phrase),
    phrase,
    path: part.kind === 'release' ? urls.versions(app.nameId) : urls.app(app.nameId),
    ownerId: app.owner.id,
  };
}

async function profileOf({ read, reads }: Reader, id: string): Promise<FoundSubject | null> {
  reads.note(dataKey.user(id));
  const user = await findPublicUser(read, id);
  if (!user) return null;
  const name = fullName(user);
  return { kind: 'profile', id, name, phrase: name, path: urls.user(id), ownerId: id };
}
