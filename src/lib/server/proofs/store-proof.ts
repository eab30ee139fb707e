// What a proof changes: the badge of the listing where its owner has it, else a claim that staff look at.
import { fullName } from '../../shared/schemas/users.ts';
import { dayMs } from '../../shared/text/dates/days.ts';
import { findAccount } from '../accounts/index.ts';
import { changeApp, noBadge } from '../apps/states.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { readingIn, type WriteDb } from '../platform/db/database.ts';
import type { AppTable, ProofTable } from '../platform/db/schema.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { keepProvedName } from '../rules/index.ts';
import type { ProofsContext } from './context.ts';
import { ownDomain } from './domains.ts';

/** Proofs are checked again after this time. */
export const recheckMs = 30 * dayMs;

/** Shows what was proved on the listing. */
export async function showBadge(
  { apps, clock, reindex }: Pick<ProofsContext, 'apps' | 'clock' | 'reindex'>,
  trx: WriteDb,
  row: AppTable,
  proof: Pick<ProofTable, 'name' | 'way'>,
): Promise<void> {
  const now = clock();
  await changeApp(trx, row.id, { proof_name: proof.name, proof_checked_at: now, proved: 'yes' });
  await keepProvedName(trx, { id: row.id, name: row.name, proof_name: proof.name });
  await reindex(trx, [row.id]);
  const domain = ownDomain(proof);
  const released = domain !== null && (await apps.releaseByProof(trx, row, domain));
  noteListing(row);
  if (released) noteChanged(dataKey.pictures);
}

export async function hideBadge(
  { reindex }: Pick<ProofsContext, 'reindex'>,
  trx: WriteDb,
  row: AppTable,
): Promise<void> {
  await changeApp(trx, row.id, noBadge);
  await reindex(trx, [row.id]);
  noteListing(row);
}

const noteListing = ({ id, owner_id }: Pick<AppTable, 'id' | 'owner_id'>): void =>
  noteChanged(dataKey.apps, dataKey.app(id), dataKey.user(owner_id));

/** Opens a case for somebody who has proved what a listing of somebody else links to. @returns its number */
export async function openClaim(
  { openCase, clock }: Pick<ProofsContext, 'openCase' | 'clock'>,
  trx: WriteDb,
  row: AppTable,
  { user_id: userId, way }: Pick<ProofTable, 'user_id' | 'way'>,
  name: string,
): Promise<string> {
  const claimant = await findAccount(readingIn(trx), userId);
  const who = claimant ? fullName(claimant) : 'somebody';
  const { number } = await openCase(trx, {
    kind: 'hold',
    subject: { kind: 'app', id: row.id },
    ownerId: row.owner_id,
    reason: 'impersonation',
    note: `Claimed by ${who} (account ${userId}), who has proved to control ${name} (${way}).`,
    now: clock(),
  });
  return number;
}
