import { ruleMessages } from '../../../shared/text/rule-messages.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findResembled, passesForSite } from './find-resembled.ts';
import { brand } from '../../../shared/page/brand.ts';

/**
 * Refuses the name or handle of a person that passes for a reserved name or for the site's. People are not held: their
 * pages have no state, and nothing that was typed is lost by a refusal.
 * @param field the field that the sentence is shown beside
 * @throws AppError 400
 */
export async function refuseImpostor(
  db: ReadDb | WriteDb,
  { name, userId, field }: { name: string; userId: string | null; field: string },
): Promise<void> {
  const label = passesForSite(name) ? brand.name : await findResembled(db, { name, userId, isPerson: true });
  if (label === null) return;
  const sentence = ruleMessages.nameReserved(label);
  throw new AppError(400, sentence, { [field]: sentence });
}
