// What staff do with rules for links.
import { ruleMessages } from '../../../shared/text/rule-messages.ts';
import type { AddLinkRule, ChangeLinkRule } from '../../../shared/schemas/desk.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import type { LinkRuleTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { RulesContext } from '../context.ts';
import { readHost } from '../links/hosts.ts';
import { findLinkRule, findLinkRules } from '../links/link-rule-queries.ts';
import { changeLinkRule, insertLinkRule, removeLinkRule } from '../links/link-rule-writes.ts';
import type { Actor, ListQuery } from './actor.ts';

export async function listLinks(
  { db }: RulesContext,
  { q = '', cursor }: ListQuery,
): Promise<Page<LinkRuleTable>> {
  return await findLinkRules(db.read, { text: q, cursor });
}

const refusal = (sentence: string) => new AppError(400, sentence, { host: sentence });

/** @throws AppError 400 */
export async function addLink(
  { audit, clock, db }: RulesContext,
  { client, userId }: Actor,
  { host: text, effect, reason }: AddLinkRule,
): Promise<LinkRuleTable> {
  const host = readHost(text);
  if (host === null) throw refusal(ruleMessages.host);
  const row: LinkRuleTable = { id: newId(), host, effect, reason, created_at: clock() };
  try {
    await audit.write(client, async (trx, record) => {
      await insertLinkRule(trx, row);
      await record('rule.link-added', userId);
    });
  } catch (error) {
    if (db.engine.uniqueViolation(error) !== null) throw refusal(ruleMessages.hostTaken);
    throw error;
  }
  return row;
}

/** @throws AppError 404 */
export async function editLink(
  { audit }: RulesContext,
  { client, userId }: Actor,
  id: string,
  { effect, reason }: ChangeLinkRule,
): Promise<LinkRuleTable> {
  return await audit.write(client, async (trx, record) => {
    const before = isId(id) ? await findLinkRule(trx, id) : undefined;
    if (!before) throw new AppError(404, ruleMessages.missing);
    const columns = { ...(effect !== undefined && { effect }), ...(reason !== undefined && { reason }) };
    await changeLinkRule(trx, id, columns);
    await record('rule.link-changed', userId);
    return { ...before, ...columns };
  });
}

/** @throws AppError 404 */
export async function dropLink(
  { audit }: RulesContext,
  { client, userId }: Actor,
  id: string,
): Promise<void> {
  await audit.write(client, async (trx, record) => {
    if (!isId(id) || !(await removeLinkRule(trx, id))) throw new AppError(404, ruleMessages.missing);
    await record('rule.link-removed', userId);
  });
}
