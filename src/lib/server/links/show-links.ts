// What the owner reads of the links of an app, before anybody else does.
import { linkNames } from '../../shared/schemas/app-fields.ts';
import type { OwnLinksJson } from '../../shared/schemas/links/links.ts';
import { isoOrNull, toIso } from '../../shared/text/dates/dates.ts';
import type { Caller } from '../accounts/index.ts';
import { existingApp, requireOwner } from '../apps/find-app.ts';
import { findLinkedApps } from '../apps/owned-apps.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';
import type { LinksContext } from './context.ts';
import { problemSentence } from './judge.ts';
import { findLinks } from './link-queries.ts';

/** @throws AppError 404, 403 for anyone but the owner */
export async function showLinks(
  { db, outbound }: Pick<LinksContext, 'db' | 'outbound'>,
  caller: Caller,
  idOrNameId: string,
): Promise<OwnLinksJson> {
  const { id, owner } = await existingApp(unrecordedReader(db), caller, idOrNameId);
  requireOwner(caller, owner.id);
  const [app] = await findLinkedApps(db.read, [id]);
  if (!outbound.isOn || !app) return { is_on: outbound.isOn, links: [] };
  const rows = new Map((await findLinks(db.read, [app.id])).map((link) => [link.name, link]));
  const links = linkNames.flatMap((name) => {
    const link = rows.get(name);
    if (!link || link.url !== app[name]) return [];
    return [
      {
        name,
        url: link.url,
        state: link.state,
        problem: problemSentence(link.problem, link.host),
        failing_since: isoOrNull(link.failed_at),
        checked_at: isoOrNull(link.checked_at),
        next_look_at: toIso(link.due_at),
        moved_to: link.moved_to,
      },
    ];
  });
  return { is_on: true, links };
}
