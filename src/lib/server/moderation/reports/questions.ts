// Questions to owners: by staff, or by a report that the owner may settle. Each has a page that a link opens.
import { urls } from '../../../shared/addresses/urls.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import type { CaseTable } from '../../platform/db/schema.ts';
import { findQuestions } from '../cases/case-queries.ts';
import { findSubject } from '../cases/find-subject.ts';
import { findAskedReasons, wasTransferred } from '../decisions/decision-queries.ts';
import { idOfLink, openLink, sealLink } from '../links.ts';
import { findCase } from '../openness/decision-queries.ts';
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

/**
 * The page on which the owner answers, without a login. It is another one for each owner: the case goes with the
 * listing to the next, who may be asked in it as well.
 */
export const questionPath = (secret: Uint8Array, caseId: string, ownerId: string): string =>
  urls.answerReport(sealLink(secret, 'owner-answer', caseId, ownerId));

/**
 * The case that a mailed link asks about. Threat: staff give a listing to who has proved it, and whoever had it before
 * settles the reports about it.
 * @returns undefined for a link that is not valid, and where its account is not the owner any more
 */
export async function findAskedCase(
  db: ReadDb,
  secret: Uint8Array,
  token: string,
): Promise<CaseTable | undefined> {
  const id = idOfLink(token);
  const asked = id === null ? undefined : await findCase(db, id);
  if (!asked || asked.owner_id === null) return undefined;
  const { app_id, owner_id, subject_id, subject_kind } = asked;
  const isBound = openLink(secret, 'owner-answer', token, owner_id) === id;
  // The version before mailed links that name no account; they are good where there has been one owner only.
  const isUnbound = !isBound && openLink(secret, 'owner-answer', token) === id;
  if (!isBound && !(isUnbound && (app_id === null || !(await wasTransferred(db, app_id))))) return undefined;
  const subject = await findSubject(db, { kind: subject_kind, id: subject_id });
  return subject && subject.ownerId !== owner_id ? undefined : asked;
}

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
    path: questionPath(secret, id, ownerId),
  }));
}
