// What staff do with restrictions.
import { ruleMessages } from '../../../shared/text/rule-messages.ts';
import {
  holdsOnlyPublishing,
  type AddRestriction,
  type ChangeRestriction,
  type RestrictionKind,
} from '../../../shared/schemas/desk.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import type { RestrictionTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { RulesContext } from '../context.ts';
import { readEmailPattern, readNetwork } from '../restrictions/patterns.ts';
import { findRestriction, findRestrictions } from '../restrictions/restriction-queries.ts';
import {
  changeRestriction,
  insertRestriction,
  removeRestriction,
} from '../restrictions/restriction-writes.ts';
import type { Actor, ListQuery } from './actor.ts';

export async function listRestrictions(
  { db }: RulesContext,
  { q = '', cursor }: ListQuery,
): Promise<Page<RestrictionTable>> {
  return await findRestrictions(db.read, { text: q, cursor });
}

const readers: Record<RestrictionKind, (text: string) => string | null> = {
  email: readEmailPattern,
  network: readNetwork,
  account: (text) => (isId(text) ? text : null),
};

const sentences: Record<RestrictionKind, string> = {
  email: ruleMessages.emailPattern,
  network: ruleMessages.network,
  account: ruleMessages.account,
};

const refusal = (sentence: string) => new AppError(400, sentence, { pattern: sentence });

/** @throws AppError 400 */
export async function addRestriction(
  { audit, clock, db }: RulesContext,
  { client, userId }: Actor,
  { kind, pattern: text, action, effect, reason, until }: AddRestriction,
): Promise<RestrictionTable> {
  const pattern = readers[kind](text);
  if (pattern === null) throw refusal(sentences[kind]);
  if (pattern === userId) throw refusal(ruleMessages.ownAccount);
  const row: RestrictionTable = {
    id: newId(),
    kind,
    pattern,
    account_id: kind === 'account' ? pattern : null,
    action,
    effect,
    reason,
    until: until === null ? null : Date.parse(until),
    created_at: clock(),
  };
  try {
    await audit.write(client, async (trx, record) => {
      await insertRestriction(trx, row);
      await record('rule.restriction-added', userId);
    });
  } catch (error) {
    if (db.engine.uniqueViolation(error) !== null) throw refusal(ruleMessages.restrictedAlready);
    if (db.engine.isForeignKeyViolation(error)) throw refusal(ruleMessages.account);
    throw error;
  }
  return row;
}

/** @throws AppError 404, 400 */
export async function editRestriction(
  { audit }: RulesContext,
  { client, userId }: Actor,
  id: string,
  { effect, reason, until }: ChangeRestriction,
): Promise<RestrictionTable> {
  return await audit.write(client, async (trx, record) => {
    const before = isId(id) ? await findRestriction(trx, id) : undefined;
    if (!before) throw new AppError(404, ruleMessages.missing);
    if (effect === 'hold' && before.action !== 'publish')
      throw new AppError(400, holdsOnlyPublishing, { effect: holdsOnlyPublishing });
    const columns = {
      ...(effect !== undefined && { effect }),
      ...(reason !== undefined && { reason }),
      ...(until !== undefined && { until: until === null ? null : Date.parse(until) }),
    };
    await changeRestriction(trx, id, columns);
    await record('rule.restriction-changed', userId);
    return { ...before, ...columns };
  });
}

/** @throws AppError 404 */
export async function dropRestriction(
  { audit }: RulesContext,
  { client, userId }: Actor,
  id: string,
): Promise<void> {
  await audit.write(client, async (trx, record) => {
    if (!isId(id) || !(await removeRestriction(trx, id))) throw new AppError(404, ruleMessages.missing);
    await record('rule.restriction-removed', userId);
  });
}
