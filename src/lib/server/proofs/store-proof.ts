// The rows of proofs, and what a proof changes: the badge of the listing where its owner has it, else a claim that staff
// look at.
import { fullName } from '../../shared/schemas/users.ts';
import { dayMs } from '../../shared/text/days.ts';
import { findAccount } from '../accounts/index.ts';
import { type Apps } from '../apps/index.ts';
import { changeApp, noBadge } from '../apps/states.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { readingIn, type ReadDb, type WriteDb } from '../platform/db/database.ts';
import type { AppTable, ProofTable } from '../platform/db/schema.ts';
import { newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { hostOf, ownDomain, registrableDomain } from './ways.ts';

export interface ProofsContext extends Context {
  apps: Pick<Apps, 'releaseByProof'>;
}

/** Proofs are checked again after this time. */
export const recheckMs = 30 * dayMs;

export interface ProofKey {
  appId: string;
  userId: string;
}

/** The columns of a proof that a check or a mailed code changes. */
export type ProofChange = Partial<Omit<ProofTable, 'id' | 'app_id' | 'user_id' | 'created_at'>>;

export const findProof = async (
  db: ReadDb | WriteDb,
  { appId, userId }: ProofKey,
): Promise<ProofTable | undefined> =>
  await db
    .selectFrom('proofs')
    .selectAll()
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Who has proved to control what a listing of somebody else links to, and waits for staff or was refused. */
export const findClaims = async (
  db: ReadDb | WriteDb,
  { id, owner_id }: Pick<AppTable, 'id' | 'owner_id'>,
): Promise<ProofTable[]> =>
  await db
    .selectFrom('proofs')
    .selectAll()
    .where('app_id', '=', id)
    .where('user_id', '!=', owner_id)
    .where('state', '=', 'proved')
    .where('case_number', 'is not', null)
    .orderBy('id')
    .execute();

/** Whether an account claims a listing, or got it by a claim. */
export const hasClaimed = async (db: ReadDb | WriteDb, key: ProofKey): Promise<boolean> =>
  ((await findProof(db, key))?.case_number ?? null) !== null;

const blank = {
  ...{ name: '', address_mark: '', problem: '', failures: 0, case_number: null },
  ...{ code_hash: '', code_until: null, code_tries: 0, checked_at: null, due_at: null },
};

/** Stores a proof, or changes the one of this app and account. */
export async function putProof(
  trx: WriteDb,
  { appId, userId }: ProofKey,
  change: ProofChange & Pick<ProofTable, 'state' | 'way' | 'token'>,
  now: number,
): Promise<void> {
  await trx
    .insertInto('proofs')
    .values({ id: newId(), app_id: appId, user_id: userId, ...blank, ...change, created_at: now })
    .onConflict((conflict) => conflict.columns(['app_id', 'user_id']).doUpdateSet(change))
    .execute();
}

/** Whether a proof still speaks of the website of a listing, which may have changed since. */
function speaksOf({ name, way }: ProofTable, website: string): boolean {
  if (way === 'repository' || way === 'store') return true;
  const host = hostOf(website);
  return [host.replace(/^www\./, ''), registrableDomain(host)].includes(name);
}

/** Shows what the owner of a listing has proved, after it got another owner. The caller indexes it again. */
export async function badgeOfOwner(
  trx: WriteDb,
  { id, owner_id, website }: Pick<AppTable, 'id' | 'owner_id' | 'website'>,
): Promise<void> {
  const proof = await findProof(trx, { appId: id, userId: owner_id });
  if (proof?.state !== 'proved' || !speaksOf(proof, website)) {
    await changeApp(trx, id, noBadge);
    return;
  }
  const { name: proof_name, checked_at: proof_checked_at } = proof;
  await changeApp(trx, id, { proof_name, proof_checked_at, proved: 'yes' });
}

/** Shows what was proved on the listing. */
export async function showBadge(
  { apps, clock, reindex }: ProofsContext,
  trx: WriteDb,
  row: AppTable,
  proof: Pick<ProofTable, 'name' | 'way'>,
): Promise<void> {
  await changeApp(trx, row.id, { proof_name: proof.name, proof_checked_at: clock(), proved: 'yes' });
  await reindex(trx, [row.id]);
  const domain = ownDomain(proof);
  const released = domain !== null && (await apps.releaseByProof(trx, row, domain));
  noteListing(row);
  if (released) noteChanged(dataKey.pictures);
}

export async function hideBadge({ reindex }: Context, trx: WriteDb, row: AppTable): Promise<void> {
  await changeApp(trx, row.id, noBadge);
  await reindex(trx, [row.id]);
  noteListing(row);
}

const noteListing = ({ id, owner_id }: Pick<AppTable, 'id' | 'owner_id'>): void =>
  noteChanged(dataKey.apps, dataKey.app(id), dataKey.user(owner_id));

/** Opens a case for somebody who has proved what a listing of somebody else links to. @returns its number */
export async function openClaim(
  { openCase, clock }: Context,
  trx: WriteDb,
  row: AppTable,
  { userId, way, name }: { userId: string; way: string; name: string },
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
