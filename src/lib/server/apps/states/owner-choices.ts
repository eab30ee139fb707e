// What an owner decides about a listing: whether it is in lists, and whether it is discontinued.
import type { UpdateApp } from '../../../shared/schemas/app-forms.ts';
import { isOwnerState } from '../../../shared/schemas/apps.ts';
import { messages } from '../../../shared/text/messages.ts';
import { lockOpenOwner } from '../../accounts/index.ts';
import type { Engine, WriteDb } from '../../platform/db/database.ts';
import type { AppTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { transactionReader } from '../../platform/reads/reader.ts';
import { changeApp } from '../app-writes.ts';
import { findApp } from '../find-app.ts';
import { lockChain } from './successor-queries.ts';
import { changeListingState } from './state-writes.ts';

type Choices = Pick<UpdateApp, 'state' | 'lifecycle' | 'replaced_by'>;

interface Writing {
  engine: Engine;
  trx: WriteDb;
  now: number;
}

function refusal(field: keyof Choices, sentence: string): AppError {
  return new AppError(400, sentence, { [field]: sentence });
}

/**
 * Stores the sent choices in the transaction of a change of the listing.
 * @throws AppError 403 if its state was decided by staff or a rule, 400 for an unsuitable successor
 */
export async function changeChoices(writing: Writing, row: AppTable, change: Choices): Promise<void> {
  if (change.state !== undefined && change.state !== row.state) await chooseState(writing, row, change.state);
  if (change.lifecycle !== undefined || change.replaced_by !== undefined)
    await changeApp(writing.trx, row.id, await lifecycleColumns(writing, row, change));
}

async function chooseState(
  { engine, trx, now }: Writing,
  row: AppTable,
  to: NonNullable<Choices['state']>,
): Promise<void> {
  if (!isOwnerState(row.state)) throw new AppError(403, messages.app.stateDecided);
  const isOwnerOpen = await lockOpenOwner(trx, engine, row.owner_id);
  const changed = await changeListingState(trx, { id: row.id, to, now, isOwnerOpen, actor: 'owner' });
  if (!changed) throw new AppError(403, messages.app.stateDecided);
}

async function lifecycleColumns(
  writing: Writing,
  row: AppTable,
  { lifecycle = row.lifecycle, replaced_by }: Choices,
): Promise<Partial<AppTable>> {
  if (lifecycle === 'active') {
    if (replaced_by) throw refusal('replaced_by', messages.appForms.successorOfActive);
    return { lifecycle, discontinued_at: null, replaced_by: null };
  }
  return {
    lifecycle,
    discontinued_at: row.discontinued_at ?? writing.now,
    ...(replaced_by !== undefined && {
      replaced_by: replaced_by === '' ? null : await successorId(writing, row, replaced_by),
    }),
  };
}

/**
 * @param nameId id, or a current or earlier name_id
 * @throws AppError 400 for the app itself, a cycle, or no listed app
 */
async function successorId({ engine, trx }: Writing, row: AppTable, nameId: string): Promise<string> {
  const reader = transactionReader({ engine }, trx);
  let found = await findApp(reader, nameId);
  if (found.kind === 'renamed') found = await findApp(reader, found.nameId);
  if (found.kind !== 'found' || found.app.state !== 'public')
    throw refusal('replaced_by', messages.appForms.noSuccessor);
  const { id } = found.app;
  if (id === row.id) throw refusal('replaced_by', messages.appForms.ownSuccessor);
  if (await lockChain(trx, engine, { from: id, until: row.id }))
    throw refusal('replaced_by', messages.appForms.circularSuccessor);
  return id;
}
