// What somebody has proved about a listing, and what to put where for each way.
import { composeMail, findAccount, type Caller } from '../accounts/index.ts';
import { existingApp, lockListing, requireVerified } from '../apps/find-app.ts';
import { findListingRowBy } from '../apps/owned-apps.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { readingIn, type ReadDb } from '../platform/db/database.ts';
import type { ProofTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { isId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';
import type { Context } from '../context.ts';
import { proofLetters, proofPage } from './mails.ts';
import { findProof, hideBadge, putProof } from './store-proof.ts';
import {
  ProofRefusal,
  domainOfWebsite,
  fileAddress,
  frontPageOf,
  playIdOf,
  tokenOf,
  wantedOf,
  type CheckedApp,
} from './ways.ts';
import type { DeskProofJson, DeskProofsJson } from '../../shared/schemas/cases.ts';
import {
  proofPlaces,
  type BlockProof,
  type OwnProofJson,
  type ProofInstruction,
  type ProofState,
  proofSteps,
} from '../../shared/schemas/proofs.ts';
import { fullName } from '../../shared/schemas/users.ts';
import { isoOrNull } from '../../shared/text/dates.ts';
import { messages } from '../../shared/text/messages.ts';

function stateOf(row: ProofTable | undefined): ProofState {
  if (!row || row.state === 'waiting') return 'none';
  return row.state === 'proved' && row.failures > 0 ? 'failing' : row.state;
}

/** Turns a refusal into the reason why a way is not possible. */
function instruction(
  way: ProofInstruction['way'],
  make: () => Omit<ProofInstruction, 'way' | 'possible'>,
): ProofInstruction {
  try {
    return { way, possible: true, ...make() };
  } catch (error) {
    if (!(error instanceof ProofRefusal)) throw error;
    return { way, possible: false, text: error.message, copies: [] };
  }
}

function instructionsFor(siteUrl: string, app: CheckedApp, token: string): ProofInstruction[] {
  return [
    instruction('file', () => {
      const domain = domainOfWebsite(app.website);
      return {
        text: proofSteps.file(domain),
        copies: [
          { label: 'Address', text: fileAddress(domain) },
          { label: 'Content', text: token },
        ],
      };
    }),
    instruction('meta', () => {
      const { address } = frontPageOf(app.website);
      const tag = `<meta name="${proofPlaces.meta}" content="${token}">`;
      return { text: proofSteps.meta(address), copies: [{ label: 'Tag', text: tag }] };
    }),
    instruction('dns', () => {
      const domain = domainOfWebsite(app.website);
      return {
        text: proofSteps.dns(domain),
        copies: [
          { label: 'Name', text: `${proofPlaces.dns}.${domain}` },
          { label: 'Value', text: token },
        ],
      };
    }),
    instruction('repository', () => ({
      text: proofSteps.repository(wantedOf(siteUrl, app).join(' or ')),
      copies: [
        { label: 'File', text: proofPlaces.file.slice(1) },
        { label: 'Content', text: token },
      ],
    })),
    instruction('store', () => ({ text: proofSteps.store(playIdOf(app.playstore_link)), copies: [] })),
  ];
}

/** @throws AppError 404, 403 for an unverified account */
export async function showProof(
  { clock, db, secret, siteUrl }: Context,
  caller: Caller,
  idOrNameId: string,
): Promise<OwnProofJson> {
  requireVerified(caller);
  const app = await existingApp(unrecordedReader(db), caller, idOrNameId);
  const key = { appId: app.id, userId: caller.userId };
  const row = await findProof(db.read, key);
  const token = row?.token ?? tokenOf(secret, key);
  const isProved = row !== undefined && row.name !== '';
  const claim = await db.read
    .selectFrom('cases')
    .select('state')
    .where('number', '=', row?.case_number ?? '')
    .executeTakeFirst();
  return {
    state: stateOf(row),
    way: isProved ? row.way : null,
    name: row?.name ?? '',
    checked_at: isoOrNull(row?.checked_at ?? null),
    next_check_at: isoOrNull(row?.due_at ?? null),
    problem: row?.problem ?? '',
    is_owner: app.owner.id === caller.userId,
    case: row?.case_number ?? null,
    case_state: claim ? (claim.state === 'decided' ? 'decided' : 'open') : null,
    code_sent: row !== undefined && row.code_hash !== '' && (row.code_until ?? 0) > clock(),
    token,
    ways: instructionsFor(siteUrl, app, token),
  };
}

/** An account claims few listings, and few accounts claim one. */
const mostClaims = 50;

/** What staff see of the proofs of a listing. @throws AppError 404 */
export async function listProofs({ db: { read } }: Context, nameId: string): Promise<DeskProofsJson> {
  const app = await findListingRowBy(read, 'name_id', nameId);
  if (!app) throw new AppError(404, messages.app.missing);
  const ownerId = app.owner_id;
  const own = await proofJson(read, ownerId, {
    isOwner: true,
    row: await findProof(read, { appId: app.id, userId: ownerId }),
  });
  const claims: DeskProofJson[] = [];
  const proofs = read.selectFrom('proofs').selectAll().where('app_id', '=', app.id);
  for (const row of await proofs.orderBy('id').limit(mostClaims).execute()) {
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

// Staff do not accept the proofs of a listing by one account any more, or accept them again.

const ownProof = 'This proof is your own. Somebody else has to decide about it.';

/**
 * Blocks or frees the proofs of an app by its owner, or by an account that claims it.
 * @throws AppError 404, 403 for one's own proof
 */
export async function blockProof(
  context: Context,
  staff: Caller,
  nameId: string,
  { account, action, reason }: BlockProof,
): Promise<void> {
  const { audit, clock, db, log, secret, siteUrl } = context;
  const blocked = action === 'block';
  const found = await findListingRowBy(db.read, 'name_id', nameId);
  await audit.write(staff.client, async (trx, note) => {
    const now = clock();
    const row = found && (await lockListing(trx, db.engine, found.id));
    if (!row) throw new AppError(404, messages.app.missing);
    const userId = account ?? row.owner_id;
    if (userId === staff.userId) throw new AppError(403, ownProof);
    const key = { appId: row.id, userId };
    const isOwner = userId === row.owner_id;
    const present = isId(userId) ? await findProof(trx, key) : undefined;
    if (!present && !isOwner) throw new AppError(404, messages.app.missing);
    if ((present?.state === 'blocked') === blocked) return;
    await note(blocked ? 'moderation.proof-blocked' : 'moderation.proof-freed', userId);
    await note('staff.acted', staff.userId);
    if (!blocked) {
      // The number of a claim's case stays, so that a claim that staff refused opens no second one.
      if (present?.case_number) await putProof(trx, key, { ...present, ...freed }, now);
      else
        await trx
          .deleteFrom('proofs')
          .where('app_id', '=', key.appId)
          .where('user_id', '=', key.userId)
          .execute();
      return;
    }
    const token = present?.token ?? tokenOf(secret, key);
    const way = present?.way ?? 'file';
    await putProof(
      trx,
      key,
      { state: 'blocked', way, token, problem: reason, code_hash: '', due_at: null },
      now,
    );
    if (isOwner) await hideBadge(context, trx, row);
    else noteChanged(dataKey.moderation);
    const holder = await findAccount(readingIn(trx), userId);
    const about = {
      app: row.name,
      name: present?.name ?? '',
      page: proofPage(siteUrl, row.name_id, isOwner),
    };
    if (holder) await enqueueMail(trx, composeMail(holder, proofLetters.blocked(about, reason)), now);
  });
  log?.info(blocked ? 'Staff blocked a proof' : 'Staff freed a proof', {
    nameId,
    staff: staff.userId,
    reason,
  });
}

/** Nothing is proved, until the next check finds it. */
const freed = {
  state: 'waiting',
  name: '',
  problem: '',
  failures: 0,
  checked_at: null,
  due_at: null,
} as const;
