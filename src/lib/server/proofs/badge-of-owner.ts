import { changeApp, noBadge } from '../apps/states.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { keepProvedName } from '../rules/index.ts';
import { findProof } from './proof-queries.ts';

/** Shows what the owner of a listing has proved, after it got another owner. The caller indexes it again. */
export async function badgeOfOwner(
  trx: WriteDb,
  { id, name, owner_id }: Pick<AppTable, 'id' | 'name' | 'owner_id'>,
): Promise<void> {
  const proof = await findProof(trx, { appId: id, userId: owner_id });
  const badge =
    proof?.state === 'proved'
      ? ({ proof_name: proof.name, proof_checked_at: proof.checked_at, proved: 'yes' } as const)
      : noBadge;
  await changeApp(trx, id, badge);
  if (badge.proved === 'yes') await keepProvedName(trx, { id, name, proof_name: badge.proof_name });
}
