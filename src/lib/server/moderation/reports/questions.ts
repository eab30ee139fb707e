// Questions to owners: by staff, or by a report that the owner may settle. Each has a page that a link opens.
import { urls } from '../../../shared/addresses/urls.ts';
import { findQuestions } from '../cases/case-queries.ts';
import { findAskedReasons } from '../decisions/decision-queries.ts';
import { sealLink } from '../links.ts';
import type { ReportsContext } from './context.ts';

export interface Question {
  appId: string;
  /** What staff wrote; '' for a report, whose page has its text. */
  text: string;
  /** When the case returns to staff. */
  until: number;
  /** The page to answer on, from the root of the site. */
  path: string;
}

/** The page on which the owner answers, without a login. */
export const questionPath = (secret: Uint8Array, caseId: string): string =>
  urls.answerReport(sealLink(secret, 'owner-answer', caseId));

/** Questions to an owner that wait for an answer, about these apps and their parts. */
export async function listQuestions(
  { db, secret }: Pick<ReportsContext, 'db' | 'secret'>,
  ownerId: string,
  appIds: readonly string[],
): Promise<Question[]> {
  const cases = await findQuestions(db.read, ownerId, appIds);
  const reasons = await findAskedReasons(
    db.read,
    ownerId,
    cases.map(({ id }) => id),
  );
  return cases.map(({ id, app_id, waits_until }) => ({
    appId: app_id,
    text: reasons.get(id) ?? '',
    until: waits_until,
    path: questionPath(secret, id),
  }));
}
