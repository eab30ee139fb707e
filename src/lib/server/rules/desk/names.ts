// What staff do with reserved names.
import { ruleMessages } from '../../../shared/text/rule-messages.ts';
import type { AddReservedName, ChangeReservedName } from '../../../shared/schemas/desk.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import { AppError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { RulesContext } from '../context.ts';
import { formOf } from '../names/resemblance.ts';
import { findReservedName, findReservedNames, type ReservedName } from '../names/reserved-name-queries.ts';
import { allowUsers, changeName, insertNames, removeName, storeKeys } from '../names/reserved-name-writes.ts';
import type { Actor, ListQuery } from './actor.ts';

export async function listNames(
  { db }: RulesContext,
  { q = '', cursor }: ListQuery,
): Promise<Page<ReservedName>> {
  const skeleton = q.trim() === '' ? '' : formOf(q, 'exact').folded;
  return await findReservedNames(db.read, { skeleton, cursor });
}

const taken = () => new AppError(400, ruleMessages.nameTaken, { name: ruleMessages.nameTaken });

/** Runs a write of a name. @throws AppError 400 for a name that is reserved, or an account that does not exist */
async function refusing<Result>({ db }: RulesContext, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (db.engine.uniqueViolation(error)?.includes('skeleton')) throw taken();
    if (!db.engine.isForeignKeyViolation(error)) throw error;
    throw new AppError(400, ruleMessages.noAccount, { allowed: ruleMessages.noAccount });
  }
}

/** @throws AppError 400 */
export async function addName(
  context: RulesContext,
  { client, userId }: Actor,
  { name, reach, note, allowed }: AddReservedName,
): Promise<ReservedName> {
  const { audit, clock } = context;
  const now = clock();
  const row = {
    id: newId(),
    label: name,
    skeleton: formOf(name, reach).folded,
    reach,
    note,
    created_at: now,
    updated_at: now,
  };
  return await refusing(context, () =>
    audit.write(client, async (trx, record) => {
      await insertNames(trx, [row]);
      const stored = await findReservedName(trx, row.id);
      if (!stored) throw taken();
      await allowUsers(trx, row.id, allowed);
      await record('rule.name-added', userId);
      return { ...stored, allowed };
    }),
  );
}

/** @throws AppError 404, 400 */
export async function editName(
  context: RulesContext,
  { client, userId }: Actor,
  id: string,
  { name, reach, note, allowed }: ChangeReservedName,
): Promise<ReservedName> {
  return await refusing(context, () =>
    context.audit.write(client, async (trx, record) => {
      const before = isId(id) ? await findReservedName(trx, id) : undefined;
      if (!before) throw new AppError(404, ruleMessages.missing);
      const after = { id, label: name ?? before.label, reach: reach ?? before.reach };
      await changeName(trx, id, {
        label: after.label,
        skeleton: formOf(after.label, after.reach).folded,
        reach: after.reach,
        note: note ?? before.note,
        updated_at: context.clock(),
      });
      await storeKeys(trx, [after]);
      if (allowed) await allowUsers(trx, id, allowed);
      await record('rule.name-changed', userId);
      const stored = await findReservedName(trx, id);
      if (!stored) throw new AppError(404, ruleMessages.missing);
      return stored;
    }),
  );
}

/** @throws AppError 404 */
export async function dropName(
  { audit }: RulesContext,
  { client, userId }: Actor,
  id: string,
): Promise<void> {
  await audit.write(client, async (trx, record) => {
    if (!isId(id) || !(await removeName(trx, id))) throw new AppError(404, ruleMessages.missing);
    await record('rule.name-removed', userId);
  });
}
