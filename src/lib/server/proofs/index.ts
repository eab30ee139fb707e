// Proofs that an account controls what a listing links to (docs/decisions/035-proofs.md).
import { bindContext } from '../platform/reads/slices.ts';
import { blockProof } from './block-proof.ts';
import { checkNow } from './check-now.ts';
import type { ProofsContext } from './context.ts';
import { listProofs } from './list-proofs.ts';
import { createRechecks } from './recheck.ts';
import { showProof } from './show-proof.ts';

export { hostOf, registrableDomain } from './domains.ts';
export { findClaims, findProofsAfter, hasClaimed } from './proof-queries.ts';
export { badgeOfOwner } from './badge-of-owner.ts';
export type Proofs = ReturnType<typeof createProofs>;

export function createProofs(context: ProofsContext) {
  return {
    ...bindContext(context, { showProof, checkNow, blockProof, listProofs }),
    rechecks: () => createRechecks(context),
  };
}
