// What somebody has proved about a listing, and what to put where for each way.
import {
  proofPlaces,
  type OwnProofJson,
  type ProofInstruction,
  type ProofState,
} from '../../shared/schemas/proofs/proofs.ts';
import { isoOrNull } from '../../shared/text/dates/dates.ts';
import { proofSteps } from '../../shared/text/proofs/proof-messages.ts';
import type { Caller } from '../accounts/index.ts';
import { existingApp, requireVerified } from '../apps/find-app.ts';
import type { ProofTable } from '../platform/db/schema.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';
import { wantedOf, type CheckedApp } from './check-way.ts';
import type { ProofsContext } from './context.ts';
import { findProof } from './proof-queries.ts';
import { tokenOf } from './token.ts';
import { ProofRefusal } from './ways/proof-refusal.ts';
import { playIdOf } from './ways/store.ts';
import { domainOfWebsite, fileAddress, frontPageOf } from './ways/website.ts';

export function stateOf(row: ProofTable | undefined): ProofState {
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
    instruction('store', () => ({ text: proofSteps.store(playIdOf(app.playstoreLink)), copies: [] })),
  ];
}

/** @throws AppError 404, 403 for an unverified account */
export async function showProof(
  { clock, db, findClaimState, secret, siteUrl }: ProofsContext,
  caller: Caller,
  idOrNameId: string,
): Promise<OwnProofJson> {
  requireVerified(caller);
  const app = await existingApp(unrecordedReader(db), caller, idOrNameId);
  const key = { appId: app.id, userId: caller.userId };
  const row = await findProof(db.read, key);
  const token = row?.token ?? tokenOf(secret, key);
  const isProved = row !== undefined && row.name !== '';
  return {
    state: stateOf(row),
    way: isProved ? row.way : null,
    name: row?.name ?? '',
    checked_at: isoOrNull(row?.checked_at ?? null),
    next_check_at: isoOrNull(row?.due_at ?? null),
    problem: row?.problem ?? '',
    is_owner: app.owner.id === caller.userId,
    case: row?.case_number ?? null,
    case_state: row?.case_number == null ? null : await findClaimState(db.read, row.case_number),
    code_sent: row !== undefined && row.code_hash !== '' && (row.code_until ?? 0) > clock(),
    token,
    ways: instructionsFor(siteUrl, app, token),
  };
}
