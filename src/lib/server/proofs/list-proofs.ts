import type { DeskProofJson, DeskProofsJson } from '../../shared/schemas/proofs/desk-proofs.ts';
import { fullName } from '../../shared/schemas/users.ts';
import { isoOrNull } from '../../shared/text/dates/dates.ts';
import { messages } from '../../shared/text/messages.ts';
import { findAccount } from '../accounts/index.ts';
import { findListingRowBy } from '../apps/owned-apps.ts';
import type { ReadDb } from '../platform/db/database.ts';
import type { ProofTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import type { ProofsContext } from './context.ts';
import { findProof, findProofsOfApp } from './proof-queries.ts';
import { stateOf } from './show-proof.ts';

/** An account claims few listings, and few accounts claim one. */
const mostClaims = 50;

/** What staff see of the proofs of a listing. @throws AppError 404 */
export async function listProofs(
  { db: { read } }: Pick<ProofsContext, 'db'>,
  nameId: string,
): Promise<DeskProofsJson> {
  const app = await findListingRowBy(read, 'name_id', nameId);
  if (!app) throw new AppError(404, messages.app.missing);
  const ownerId = app.owner_id;
  const own = await proofJson(read, ownerId, {
    isOwner: true,
    row: await findProof(read, { appId: app.id, userId: ownerId }),
  });
  const claims: DeskProofJson[] = [];
  for (const row of await findProofsOfApp(read, app.id, mostClaims)) {
    if (row.user_id === ownerId || row.state === 'waiting') continue;
    claims.push(await proofJson(read, row.user_id, { isOwner: false, row }));
  }
  const { id, name, name_id, state } = app;
  return { listing: { id, name, name_id, state }, results: [own, ...claims] };
}

async function proofJson(
  db: ReadDb,
  userId: string,
  { isOwner, row }: { isOwner: boolean; row: ProofTable | undefined },
): Promise<DeskProofJson> {
  const account = await findAccount(db, userId);
  return {
    account: { id: userId, name: account ? fullName(account) : '', email: account?.email ?? '' },
    is_owner: isOwner,
    state: stateOf(row),
    way: row && row.name !== '' ? row.way : null,
    name: row?.name ?? '',
    problem: row?.problem ?? '',
    checked_at: isoOrNull(row?.checked_at ?? null),
    next_check_at: isoOrNull(row?.due_at ?? null),
    case: row?.case_number ?? null,
  };
}
